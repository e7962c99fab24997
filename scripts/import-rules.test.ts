import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '../oxlint.config.ts';
import { repository } from '#server/files.ts';

/** A file, one import in it, and the words of the sentence that must refuse it. */
const refused: [file: string, imported: string, sentence: string][] = [
  ['src/shared/weights.ts', 'date-fns', 'shared/ imports only zod'],
  ['src/shared/weights.ts', 'zod/v4', 'shared/ imports only zod'],
  ['src/shared/weights.ts', '#server/db/database.ts', 'shared/ imports only zod'],
  ['src/shared/weights.ts', '../server/db/database.ts', 'Relative paths stay inside one folder'],
  ['src/features/bins/contract.ts', 'fastify', 'contract.ts and rules.ts import only'],
  ['src/features/bins/contract.ts', './server.ts', 'contract.ts and rules.ts import only'],
  ['src/features/bins/rules.ts', '#features/rewards/rules.ts', 'contract.ts and rules.ts import only'],
  ['src/features/bins/server.ts', '#features/donations/server.ts', 'bins may call only rooms below it'],
  ['src/features/bins/server.ts', '#features/partners/server.ts', 'bins may call only rooms below it'],
  ['src/features/bins/serverAlerts.ts', '#features/staff/server.ts', 'bins may call only rooms below it'],
  ['src/features/bins/server.ts', '#features/audit/contract.ts', 'let the other room'],
  ['src/features/bins/server.ts', '#features/bins/rules.ts', 'as ./…'],
  ['src/features/bins/server.ts', './BinCard.tsx', 'never imports a .tsx'],
  ['src/features/bins/server.ts', '#web/paths.ts', 'never imports a .tsx or #web/'],
  ['src/features/bins/server.ts', '../audit/server.ts', 'Relative paths stay inside one folder'],
  ['src/features/novelty/server.ts', '#server/db/database.ts', 'add it to roomLevels'],
  ['src/features/bins/BinCard.tsx', './server.ts', 'never imports a server.ts'],
  ['src/features/bins/BinCard.tsx', '#features/settings/server.ts', 'never imports a server.ts'],
  ['src/features/bins/useBins.ts', '#server/database.ts', 'let its name begin with server'],
  ['src/features/bins/BinCard.tsx', './binsCommand.ts', 'never imports a server.ts'],
  [
    'src/features/bins/BinCard.tsx',
    '#features/partners/Logo.tsx',
    'bins may show only pieces of rooms below it',
  ],
  ['src/features/bins/useBins.ts', '#features/rewards/codeWords.ts', 'bins may show only pieces'],
  ['src/features/novelty/Novelty.tsx', '#web/ui/Button.tsx', 'add it to roomLevels'],
  [
    'src/features/donations/Card.tsx',
    '#features/donations/console/Tab.tsx',
    'donations may show only pieces',
  ],
  [
    'src/features/donations/server.ts',
    '#features/donations/console/server.ts',
    'donations may call only rooms',
  ],
  ['src/features/donations/console/server.ts', '#features/donations/console/rules.ts', 'as ./…'],
  ['src/features/bins/BinCard.tsx', './pieces/Label.tsx', 'Relative paths stay inside one folder'],
  ['src/features/bins/BinCard.tsx', '#web/ui/index.ts', 'no barrel files'],
  [
    'src/server/db/database.ts',
    '#features/bins/server.ts',
    'Only src/server/app.ts and commands import the server code',
  ],
  ['src/server/db/database.ts', '#web/main.tsx', 'never imports a .tsx'],
  ['src/commands.ts', '#features/bins/BinCard.tsx', 'never imports a .tsx'],
  ['src/web/main.tsx', '#server/database.ts', 'never imports a server.ts'],
  ['src/web/ui/Button.tsx', '#features/bins/contract.ts', 'knows no feature'],
  ['src/web/ui/Button.tsx', 'react-router', 'knows no feature, no router'],
  ['src/web/ui/Button.tsx', '#web/api/client.ts', 'no API'],
  ['src/web/ui/Button.tsx', '#server/db/database.ts', 'never imports a server.ts'],
  ['src/features/bins/server.test.ts', '../audit/server.ts', 'Relative paths stay inside one folder'],
];

const allowed: [file: string, imported: string][] = [
  ['src/shared/dates.ts', 'zod'],
  ['src/shared/dates.ts', './bands.ts'],
  ['src/shared/dates.ts', '#shared/http/codes.ts'],
  ['src/features/settings/contract.ts', '#features/bins/contract.ts'],
  ['src/features/settings/contract.ts', '#shared/endpoint.ts'],
  ['src/features/settings/rules.ts', './contract.ts'],
  ['src/features/rewards/rules.ts', '#features/partners/rules.ts'],
  ['src/features/donations/console/contract.ts', '#features/donations/rules.ts'],
  ['src/features/donations/console/server.ts', '#features/donations/rules.ts'],
  ['src/features/donations/console/server.ts', '#features/donations/photos/server.ts'],
  ['src/features/donations/console/Tab.tsx', '#features/donations/DonationCard.tsx'],
  ['src/features/donations/console/Tab.tsx', '#features/donations/desk/rules.ts'],
  ['src/features/rewards/server.ts', '#features/partners/serverLookup.ts'],
  ['src/features/rewards/server.ts', './rules.ts'],
  ['src/features/rewards/server.ts', '#server/db/database.ts'],
  ['src/features/rewards/codesCommand.ts', './server.ts'],
  ['src/features/rewards/CodeTag.tsx', '#features/partners/contract.ts'],
  ['src/features/rewards/CodeTag.tsx', '#features/partners/PartnerLogo.tsx'],
  ['src/features/rewards/CodeTag.tsx', '#features/donations/rules.ts'],
  ['src/features/rewards/server.test.ts', '#features/donations/server.ts'],
  ['src/features/rewards/codes.e2e.ts', '#e2e/fixtures.ts'],
  ['src/commands.ts', '#features/rewards/codesCommand.ts'],
  ['src/server/app.ts', '#features/rewards/server.ts'],
  ['src/server/testing/site.ts', '#features/rewards/server.ts'],
  ['src/server/main.ts', './app.ts'],
  ['src/web/pages/GuidePage.tsx', '#features/rewards/CodeTag.tsx'],
  ['src/web/ui/Link.tsx', './Button.tsx'],
];

/** Sources beyond a single import, each with the rule that must refuse it. */
const refusedSources: [file: string, source: string, rule: string][] = [
  ['src/server/first.ts', "import { b } from './second.ts';\nexport const a = () => b;", 'import(no-cycle)'],
  [
    'src/server/second.ts',
    "import { a } from '#server/first.ts';\nexport const b = () => a;",
    'import(no-cycle)',
  ],
  ['src/web/Aside.tsx', 'export default function Aside() {}', 'import(no-default-export)'],
  ['src/web/parts.ts', "export * from './Aside.tsx';", 'oxc(no-barrel-file)'],
  [
    'src/web/lazy.ts',
    "export const later = () => import('#server/first.ts');",
    'eslint(no-restricted-imports)',
  ],
  ['src/web/types.ts', "export type { A } from '#server/first.ts';", 'eslint(no-restricted-imports)'],
  ['src/web/loud.ts', "console.log('here');", 'eslint(no-console)'],
  ['src/shared/slashes.ts', 'export const end = /\\/+$/;', 'regexp(no-super-linear-move)'],
];

interface Finding {
  filename: string;
  code: string;
  message: string;
  help?: string;
}

function lint(folder: string): Finding[] {
  const linter = path.join(repository, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [linter, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics;
}

describe('import rules', () => {
  let folder: string;
  let findings: Finding[];

  function sentencesAbout(file: string, imported: string) {
    return findings
      .filter((finding) => finding.filename === file && finding.message.startsWith(`'${imported}' import`))
      .map((finding) => finding.help);
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
    const sources = new Map<string, string>(refusedSources.map(([file, source]) => [file, `${source}\n`]));
    for (const [file, imported] of [...refused, ...allowed]) {
      sources.set(file, `${sources.get(file) ?? ''}import '${imported}';\n`);
    }
    // One call for all cases: starting the linter costs more than linting. Types are left out for the same reason.
    sources.set('.oxlintrc.json', JSON.stringify({ ...configuration, options: {} }));
    for (const [file, source] of sources) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), source);
    }
    cpSync(path.join(repository, 'package.json'), path.join(folder, 'package.json'));
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
    findings = lint(folder);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(refused)('%s may not import %s: %s', (file, imported, sentence) => {
    expect(sentencesAbout(file, imported)).toContainEqual(expect.stringContaining(sentence));
  });

  it.each(allowed)('%s may import %s', (file, imported) => {
    expect(sentencesAbout(file, imported)).toEqual([]);
  });

  it.each(refusedSources)('%s is refused for its source: %s (%s)', (file, _source, rule) => {
    expect(findings.filter((finding) => finding.filename === file).map(({ code }) => code)).toContain(rule);
  });
});
