import { type ComponentType, createContext, startTransition, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { keepForOffline } from '#web/keepForOffline.ts';
import { Prerendered, warnOfMismatch } from '#web/ui/hydration.tsx';

/** The parts of a document that need code, by the names under which `Island` places them. */
type Islands = Readonly<Record<string, ComponentType>>;

/** A page that the build renders, and of which the browser gets code for its islands alone. */
export interface PublicDocument {
  islands: Islands;
  /** What is still, with each island in its place; without it they stand one below the other. Only the build asks for it. */
  loadPage?: () => Promise<ComponentType>;
}

/** The markup of each island, rendered beforehand as the root of its own that it is in the browser. */
export const IslandMarkup = createContext<Readonly<Record<string, string>>>({});

/** Where a part that lives stands in a page that is otherwise HTML alone. */
export function Island({ name }: { name: string }) {
  const markup = use(IslandMarkup)[name];
  if (markup === undefined) throw new Error(`The document has no island ${name}.`);
  // oxlint-disable-next-line react/no-danger -- React rendered this markup itself
  return <div data-island={name} className="contents" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/**
 * Hydrates a document's islands in the browser. At build it does nothing.
 *
 * @param loadLate what the islands need only later: the service worker then keeps it with the page.
 */
export function hydrateIslands(islands: Islands, loadLate?: () => Promise<unknown>): void {
  if (import.meta.env.SSR) return;
  // Each in a task of its own: a press meanwhile is not kept waiting by all of them.
  for (const [name, Component] of Object.entries(islands)) setTimeout(() => hydrate(name, Component));
  keepForOffline(loadLate);
}

function hydrate(name: string, Component: ComponentType): void {
  const element = document.querySelector(`[data-island="${name}"]`);
  if (!element) throw new Error(`The page has no place for ${name}.`);
  startTransition(() => {
    hydrateRoot(
      element,
      <Prerendered>
        <Component />
      </Prerendered>,
      { identifierPrefix: name, onRecoverableError: warnOfMismatch },
    );
  });
}
