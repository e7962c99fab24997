import type { Icon } from '#web/ui/Button.tsx';

interface PaletteCommand {
  label: string;
  /** Other words by which the search finds it. */
  keywords?: string | undefined;
  icon: Icon;
  /** The keyboard shortcut that does the same. */
  keys?: string | undefined;
  run: () => void;
}

export interface PaletteGroup {
  heading: string;
  commands: readonly PaletteCommand[];
}

/** The commands that have, for each typed word, a word that begins with it. Groups without such a command are left out. */
export function matchingCommands(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const typedWords = splitWords(text);
  return groups
    .map(({ heading, commands }) => ({
      heading,
      commands: commands.filter(({ label, keywords = '' }) => {
        const commandWords = splitWords(`${heading} ${label} ${keywords}`);
        return typedWords.every((start) => commandWords.some((word) => word.startsWith(start)));
      }),
    }))
    .filter(({ commands }) => commands.length > 0);
}

function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
