/**
 * Who may import whom, as data: the lint configuration is derived from the tables in this file.
 * docs/architecture.md says the same in words.
 */

/** The features, lowest first. A `server.ts` may call only features on lower levels. */
export const featureLevels: readonly (readonly string[])[] = [
  ['audit'],
  ['photos'],
  ['participants', 'partners', 'bins', 'newsletter', 'site'],
  ['auth', 'rewards', 'pickups'],
  ['donations', 'redemption'],
];

/** The packages that `shared`, `contract.ts` and `rules.ts` may use: they must run in the browser and the server. */
const purePackages = ['zod'];

interface ImportRule {
  regex: string;
  message: string;
}

interface Area {
  files: string[];
  rules: ImportRule[];
}

// Beside server.ts a feature may have server….ts, its parts, and …Command.ts, run from a shell.
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
  regex: everythingExcept([...purePackages.map(exactly), './', '#shared/']),
  message:
    'shared/ imports only zod, because browser and server both run it: take the value as an argument, or move this code to the feature or hallway that needs the import.',
};

const contractsAndRules: ImportRule = {
  regex: everythingExcept([
    ...purePackages.map(exactly),
    ...['./contract.ts', './rules.ts'].map(exactly),
    '#shared/',
    ...featureLevels.flat().map((feature) => exactly(`#features/${feature}/contract.ts`)),
  ]),
  message:
    'contract.ts and rules.ts import only zod, #shared/… and contracts, because browser and server both run them: take the value as an argument, or do the work in server.ts.',
};

const browserToServer: ImportRule = {
  regex: `^#server/|^\\./${SERVER_MODULE}|^#features/[^/]+/${SERVER_MODULE}`,
  message:
    "The browser's code never imports a server.ts or #server/…: call the endpoint through its contract.ts, move a pure decision to rules.ts, or, if this file runs on the server, let its name begin with server.",
};

const serverToBrowser: ImportRule = {
  regex: '^#web/|\\.tsx$',
  message:
    "The server's code never imports a .tsx or #web/…: put what both sides need in contract.ts, rules.ts or #shared/….",
};

const screensApart: ImportRule = {
  regex: '^#features/[^/]+/[^/]+\\.tsx$',
  message:
    'A feature shows only its own screens: a screen of several features lives in #web/pages/…, a piece that two features use in #web/ui/….',
};

const onlyTheListNamesFeatures: ImportRule = {
  regex: `^#features/[^/]+/${SERVER_MODULE}`,
  message:
    'Only src/server/app.ts names the features: register the feature there, or take its function as an argument.',
};

const interfacePiecesKnowNothing: ImportRule = {
  regex: '^#features/|^#web/(api|routes|pages|layouts)|^react-router|^@tanstack/react-query$',
  message:
    '#web/ui/… knows no feature, no router and no API: take the data, the link or the callback as a prop.',
};

const unlistedFeature: ImportRule = {
  regex: '.',
  message: 'This feature has no place in the order yet: add it to featureLevels in scripts/import-rules.ts.',
};

function featureServer(feature: string, level: number): Area {
  const lower = featureLevels.slice(0, level).flat();
  const notLower = featureLevels
    .slice(level)
    .flat()
    .filter((other) => other !== feature);
  const order = featureLevels.map((names) => names.join(', ')).join(' · ');
  return {
    files: [`src/features/${feature}/{server*,*Command}.ts`],
    rules: [
      ...stayInFolder,
      serverToBrowser,
      {
        regex: `^#features/(${notLower.join('|')})/`,
        message: `${feature} may call only features below it (lowest first: ${order}): let the higher feature call this one and pass in what it needs, or move the common part to a lower feature.`,
      },
      {
        regex: `^#features/(${[...lower, feature].join('|')})/${everythingExcept(['server'], '')}`,
        message:
          "server.ts uses its own contract.ts and rules.ts (as ./…) and functions of lower features' server.ts: let the other feature's server.ts offer a function.",
      },
    ],
  };
}

/** Later areas win over earlier ones, because the linter keeps only the last configuration of a rule for a file. */
const areas: Area[] = [
  { files: ['src/shared/**'], rules: [...stayInFolder, shared] },
  { files: ['src/server/**'], rules: [...stayInFolder, serverToBrowser, onlyTheListNamesFeatures] },
  { files: ['src/server/app.ts'], rules: [...stayInFolder, serverToBrowser] },
  { files: ['src/web/**'], rules: [...stayInFolder, browserToServer] },
  { files: ['src/web/ui/**'], rules: [...stayInFolder, browserToServer, interfacePiecesKnowNothing] },
  { files: ['src/features/**'], rules: [...stayInFolder, browserToServer, screensApart] },
  { files: ['src/features/*/{contract,rules}.ts'], rules: [...stayInFolder, contractsAndRules] },
  { files: ['src/features/*/{server*,*Command}.ts'], rules: [unlistedFeature] },
  ...featureLevels.flatMap((names, level) => names.map((name) => featureServer(name, level))),
  // A test stands outside the house: it may look into any room, and uses the fixtures of e2e/.
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/**/*.e2e.ts', 'src/server/testing/**'],
    rules: [
      { ...relativePaths, regex: `^\\.\\./${everythingExcept(['../../e2e/'], '')}|^\\./.*/` },
      noBarrels,
    ],
  },
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
 * A pattern for every import that begins with none of `allowed`, where a `$` at the end asks for the whole name.
 * It is spelled out character by character because the linter's expressions have no look-ahead.
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
