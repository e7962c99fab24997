import { createContext, use } from 'react';
import type { islands } from './islands.tsx';

export type IslandName = keyof typeof islands;

/** The markup of each island, rendered beforehand as the root of its own that it is in the browser. */
export const IslandMarkup = createContext<Record<IslandName, string> | null>(null);

/** Where something lives on the otherwise still landing page. */
export function Island({ name }: { name: IslandName }) {
  const markup = use(IslandMarkup);
  if (!markup) throw new Error('An island needs the markup that the build renders.');
  // oxlint-disable-next-line react/no-danger -- React rendered this markup itself
  return <div data-island={name} className="contents" dangerouslySetInnerHTML={{ __html: markup[name] }} />;
}
