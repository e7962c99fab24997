// `npm run test:trials`: the trials at their full sizes. Writes what they measured to docs/evidence/reliability.md.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Figure } from './figures.ts';

const FIGURES = 'test-results/figures.jsonl';
const { positionals: chosen } = parseArgs({ allowPositionals: true });

mkdirSync('test-results', { recursive: true });
rmSync(FIGURES, { force: true });
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'trials/vitest.config.ts', ...chosen],
  { stdio: 'inherit', env: { ...process.env, TRIALS: 'full', TRIALS_FIGURES: FIGURES } },
);
// The document tells of one whole run: a part of it, or one that failed, leaves it as it is.
if (status === 0 && chosen.length === 0) writeFileSync('docs/evidence/reliability.md', report());
process.exitCode = status ?? 1;

/** A trial's name begins with that of its group. */
function headingOf(trial: string): string {
  const text = trial.replace(' > ', ': ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function report(): string {
  const figures = readFileSync(FIGURES, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Figure);
  const byTrial = Map.groupBy(figures, ({ trial }) => trial);
  const sections = [...byTrial].map(([trial, own]) => {
    const rows = own.map(({ label, value }) => `| ${label} | ${value} |`);
    return `## ${headingOf(trial)}\n\n| | |\n| --- | ---: |\n${rows.join('\n')}\n`;
  });
  return `# What holds

Made by \`npm run test:trials\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, on a machine with ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}).
Each heading is a trial in \`trials/\` that passed in that run. Its servers are processes that run as \`npm start\` runs them.
\`npm run test:all\` runs most of the same trials in smaller sizes.

${sections.join('\n')}`;
}
