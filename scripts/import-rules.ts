/**
 * Who may import whom, as data for the linter. docs/architecture.md says the same in words.
 */

/** The rooms, lowest first: folders of features and their topics. A room may use lower ones. */
export const roomLevels: readonly (readonly string[])[] = [
  ['audit'],
  ['donations/photos', 'mail'],
  ['donors', 'partners', 'bins', 'mail/newsletter', 'health'],
  ['rewards', 'pickups', 'settings', 'staff'],
  ['donations'],
  ['donations/console', 'till'],
  ['donations/desk'],
  ['search', 'donors/people', 'today'],
];

const rooms = roomLevels.flat();
const order = roomLevels.map((names) => names.join(', ')).join(' · ');

/** The imports of `shared`, `contract.ts` and `rules.ts`, which run in the browser and on the server. */
const pureImports = [exactly('zod'), '#shared/'];

interface ImportRule {
  regex: string;
  message: string;
}

interface Area {
  files: string[];
  rules: ImportRule[];
}

// A feature may split server.ts into server….ts, and have …Command.ts for the shell.
const SERVER_MODULE = '(server[^/]*|[^/]*Command)\\.ts$';

const relativePaths: ImportRule = {
  regex: '^\\.\\./|^\\./.*/',
  message:
    'Relative paths stay inside one folder: name another folder as #shared/…, #server/…, #web/… or #features/….',
};

const noBarrels: ImportRule = {
  regex: '(^|/)index\\.tsx?$',
  message: 'There are no barrel files: import from the file that defines the name.',
};

const stayInFolder = [relativePaths, noBarrels];

const shared: ImportRule = {
  regex: everythingExcept([...pureImports, './', '#french/']),
  message:
    'shared/ imports only zod and the types of #french/…, because browser and server both run it: take the value as an argument, or move this code to the feature or hall that needs the import.',
};

const words: ImportRule = {
  regex: everythingExcept(['./', '#shared/', exactly('react')]),
  message:
    'words/ imports only #shared/… and words of its own language: take the value, or the link around a part of a sentence, as an argument.',
};

function contractsAndRules(room: string, level: number): ImportRule {
  const lower = roomLevels.slice(0, level).flat();
  return {
    regex: everythingExcept([
      ...pureImports,
      ...['./contract.ts', './rules.ts'].map(exactly),
      '#words/',
      ...rooms.filter((other) => other !== room).map((other) => exactly(`#features/${other}/contract.ts`)),
      ...lower.map((other) => exactly(`#features/${other}/rules.ts`)),
    ]),
    message:
      'contract.ts and rules.ts import only zod, #shared/…, #words/…, contracts and the rules of lower rooms, because browser and server both run them: take the value as an argument, or do the work in server.ts.',
  };
}

const browserToServer: ImportRule = {
  regex: `^#server/|^\\./${SERVER_MODULE}|^#features/.+/${SERVER_MODULE}`,
  message:
    "The browser's code never imports a server.ts or #server/…: call the endpoint through its contract.ts, move a pure decision to rules.ts, or, if this file runs on the server, let its name begin with server.",
};

const serverToBrowser: ImportRule = {
  regex: '^#web/|\\.tsx$',
  message:
    "The server's code never imports a .tsx or #web/…: put what both sides need in contract.ts, rules.ts or #shared/….",
};

const featuresStayOut: ImportRule = {
  regex: `^#features/.+/${SERVER_MODULE}`,
  message:
    'Only src/server/app.ts and commands import the server code of features: register the feature there, or take its function as an argument.',
};

const interfacePiecesKnowNothing: ImportRule = {
  regex: '^#features/|^#web/(api|routes|pages|layouts|site)|^react-router|^@tanstack/react-query$',
  message:
    '#web/ui/… knows no feature, no router and no API: take the data, the link or the callback as a prop.',
};

const unlistedRoom: ImportRule = {
  regex: '.',
  message: 'This folder has no place in the order yet: add it to roomLevels in scripts/import-rules.ts.',
};

/** A pattern for every file of rooms, except names that begin with one of `allowed`. */
function filesOf(names: readonly string[], allowed: string[] = []): string {
  return `^#features/(${names.join('|')})/${everythingExcept(allowed, '')}[^/]*$`;
}

function roomsBeside(room: string, level: number): string[] {
  return roomLevels
    .slice(level)
    .flat()
    .filter((other) => other !== room);
}

function serverOf(room: string, level: number): Area {
  // A topic may use all files of its feature's own folder.
  const lowerRooms = [...roomLevels.slice(0, level).flat(), room].filter(
    (name) => !room.startsWith(`${name}/`),
  );
  return {
    files: [`src/features/${room}/{server*,*Command}.ts`],
    rules: [
      ...stayInFolder,
      serverToBrowser,
      {
        regex: filesOf(roomsBeside(room, level)),
        message: `${room} may call only rooms below it (lowest first: ${order}): let the higher room call this one and pass in what it needs, or move the common part to a lower room.`,
      },
      {
        regex: filesOf(lowerRooms, ['server']),
        message:
          "server.ts uses its own contract.ts and rules.ts (as ./…) and functions of lower rooms' server.ts: let the other room's server.ts offer a function.",
      },
    ],
  };
}

function browserOf(room: string, level: number): Area {
  return {
    files: [`src/features/${room}/*.{ts,tsx}`],
    rules: [
      ...stayInFolder,
      browserToServer,
      {
        regex: filesOf(roomsBeside(room, level), ['contract.ts$', 'rules.ts$']),
        message: `${room} may show only pieces of rooms below it (lowest first: ${order}): move the piece down, or to #web/ui/… if it knows no feature; a screen of several features lives in #web/pages/….`,
      },
    ],
  };
}

/** Later areas win: the linter keeps only the last configuration of a rule for a file. */
const areas: Area[] = [
  { files: ['src/shared/**'], rules: [...stayInFolder, shared] },
  { files: ['src/words/**'], rules: [...stayInFolder, words] },
  { files: ['src/server/**'], rules: [...stayInFolder, serverToBrowser, featuresStayOut] },
  // These import the server code of features.
  {
    files: ['src/*.ts', 'src/server/app.ts', 'src/server/**/*Command.ts'],
    rules: [...stayInFolder, serverToBrowser],
  },
  { files: ['src/web/**'], rules: [...stayInFolder, browserToServer] },
  { files: ['src/web/ui/**'], rules: [...stayInFolder, browserToServer, interfacePiecesKnowNothing] },
  { files: ['src/features/**'], rules: [unlistedRoom] },
  ...roomLevels.flatMap((names, level) => names.map((name) => browserOf(name, level))),
  ...roomLevels.flatMap((names, level) =>
    names.map((name) => ({
      files: [`src/features/${name}/{contract,rules}.ts`],
      rules: [...stayInFolder, contractsAndRules(name, level)],
    })),
  ),
  ...roomLevels.flatMap((names, level) => names.map((name) => serverOf(name, level))),
  // Tests may import from any room.
  { files: ['src/**/*.test.{ts,tsx}', 'src/**/*.e2e.ts', 'src/server/testing/**'], rules: stayInFolder },
];

/** The lint overrides that enforce the tables above. */
export const importRuleOverrides = areas.map(({ files, rules }) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: rules }] as [
      'error',
      { patterns: { regex: string; message: string }[] },
    ],
  },
}));

function exactly(name: string): string {
  return `${name}$`;
}

/**
 * A pattern for imports that begin with none of `allowed`. A `$` at the end of one asks for the whole name.
 * Spelled out by characters, because the linter's expressions have no look-ahead.
 */
function everythingExcept(allowed: string[], anchor = '^'): string {
  return anchor + complement(allowed);
}

function complement(suffixes: string[]): string {
  const alternatives = suffixes.includes('$') ? [] : ['$'];
  const nextCharacters = [...new Set(suffixes.filter((suffix) => suffix !== '$').map((suffix) => suffix[0]))];
  const literal = nextCharacters.map((character) => `\\x{${character?.codePointAt(0)?.toString(16)}}`);
  alternatives.push(literal.length > 0 ? `[^${literal.join('')}]` : '.');
  for (const [index, character] of nextCharacters.entries()) {
    const rest = suffixes.filter((suffix) => suffix[0] === character).map((suffix) => suffix.slice(1));
    if (!rest.includes('')) alternatives.push(`${literal[index]}${complement(rest)}`);
  }
  return `(${alternatives.join('|')})`;
}
