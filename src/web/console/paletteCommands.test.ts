import { expect, test } from 'vitest';
import { matchingCommands, type PaletteGroup } from './paletteCommands.ts';

const icon = () => null;
const run = () => {};

const groups: PaletteGroup[] = [
  {
    heading: 'Go to',
    commands: [
      { label: 'Pending', icon, run },
      { label: 'Partners', icon, run, keywords: 'stores' },
      { label: 'Manage bins', icon, run },
    ],
  },
  {
    heading: 'Do',
    commands: [
      { label: 'Add partner', icon, run },
      { label: 'Turn single keys off', icon, run, keywords: 'toggle shortcuts' },
    ],
  },
];

test.each([
  ['', ['Pending', 'Partners', 'Manage bins', 'Add partner', 'Turn single keys off']],
  ['   ', ['Pending', 'Partners', 'Manage bins', 'Add partner', 'Turn single keys off']],
  ['p', ['Pending', 'Partners', 'Add partner']],
  ['PART', ['Partners', 'Add partner']],
  ['bins', ['Manage bins']],
  ['bins man', ['Manage bins']],
  ['go to p', ['Pending', 'Partners']],
  ['store', ['Partners']],
  ['toggle keys', ['Turn single keys off']],
  // Letters from the middle of a word find nothing, since they would match too many commands.
  ['end', []],
  ['jo@example.ca', []],
])('"%s" finds %j', (text, labels) => {
  const found = matchingCommands(groups, text);
  expect(found.flatMap(({ commands }) => commands.map(({ label }) => label))).toEqual(labels);
  expect(found.every(({ commands }) => commands.length > 0)).toBe(true);
});
