import { startTransition, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepForOffline } from '#web/keepForOffline.ts';
import './landing.css';
import { Prerendered } from '#web/ui/alive.tsx';
import { islands } from './islands.tsx';

// Each in a task of its own: a press meanwhile is not kept waiting by all of them.
for (const [name, Island] of Object.entries(islands)) setTimeout(() => hydrate(name, Island));

keepForOffline();

function hydrate(name: string, Island: ComponentType): void {
  const element = document.querySelector(`[data-island="${name}"]`);
  if (!element) throw new Error(`The page has no place for ${name}.`);
  startTransition(() => {
    hydrateRoot(
      element,
      <Prerendered>
        <Island />
      </Prerendered>,
      { identifierPrefix: name },
    );
  });
}
