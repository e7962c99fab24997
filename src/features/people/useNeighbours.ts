import { useState, useSyncExternalStore } from 'react';

/** Whoever stands before and after a person in the list that lies behind their sheet. */
interface Neighbours {
  previous: number | undefined;
  next: number | undefined;
}

/**
 * Goes by the names that are on the screen, whatever list they are of. Where the person's last row has gone, what took
 * its place is next.
 */
export function useNeighbours(id: number): Neighbours {
  const people = useSyncExternalStore(followMain, peopleBehind).split(' ').filter(Boolean).map(Number);
  const index = people.indexOf(id);
  const [place, setPlace] = useState(Math.max(index, 0));
  if (index !== -1 && index !== place) setPlace(index);
  return { previous: people[place - 1], next: people[index === -1 ? place : index + 1] };
}

/** The people of the list behind the sheet, each once, in the order of their first rows. */
function peopleBehind(): string {
  const names = document.querySelectorAll<HTMLElement>('main [data-person]');
  return [...new Set([...names].map(({ dataset }) => dataset['person']))].join(' ');
}

function followMain(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const main = document.querySelector('main');
  if (main) observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
