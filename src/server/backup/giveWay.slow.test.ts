import { expect, test } from 'vitest';
import { runNode } from '#server/testing/process.ts';

const isLinux = process.platform === 'linux';

const program = `
  import { readFileSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { giveWay } from './src/server/backup/giveWay.ts';
  giveWay();
  const endedFirst = ${isLinux} ? Number(readFileSync('/proc/self/oom_score_adj', 'utf8')) : null;
  console.log(JSON.stringify({ priority: getPriority(), endedFirst }));`;

test('whoever makes a backup waits for the processor, and is what the kernel ends first for want of memory', async () => {
  const { code, output } = await runNode('--input-type=module', ['--eval', program], {}).ended;
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual({ priority: 10, endedFirst: isLinux ? 1000 : null });
});
