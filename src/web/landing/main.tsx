import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepForOffline } from '#web/keepForOffline.ts';
import './landing.css';
import { Prerendered } from '#web/ui/alive.tsx';
import { islands } from './islands.tsx';

for (const [name, Island] of Object.entries(islands)) {
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

keepForOffline();
