import type { Icon } from '#web/ui/Button.tsx';

/** Something that the command palette offers. */
interface PaletteCommand {
  label: string;
  /** Other words by which it is found. */
  words?: string | undefined;
  icon: Icon;
  /** The keys that do it without the palette. */
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  commands: readonly PaletteCommand[];
}

/** The commands in which every typed word begins a word, in groups that have any. */
export function matchingCommands(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const typed = wordsOf(text);
  return groups
    .map(({ heading, commands }) => ({
      heading,
      commands: commands.filter(({ label, words = '' }) => {
        const known = wordsOf(`${heading} ${label} ${words}`);
        return typed.every((start) => known.some((word) => word.startsWith(start)));
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
