import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };

// `exec` is built into sh; for Windows it is exec.cmd.
test.each(Object.entries(scripts))(
  'npm run %s needs no more of a shell than to find a program: %s',
  (_name, script) => {
    expect(script).toMatch(/^(exec )?[a-z][a-z-]*( [\w./:=-]+)*$/);
  },
);
