import { appendFileSync } from 'node:fs';
import { describe, expect } from 'vitest';

/** Whether this run has the full sizes of docs/evidence/reliability.md, not those of `npm test`. */
export const isFull = process.env['TRIALS'] === 'full';

const nothing = Object.assign(() => {}, { each: () => nothing });

/** For trials that take the full size to mean anything: they are not there otherwise, rather than skipped. */
export const describeInFull = (isFull ? describe : nothing) as typeof describe;

export interface Figure {
  /** The trial's sentence. */
  trial: string;
  label: string;
  value: string;
}

/** Reports what a trial counted or measured: printed, and kept for the document. Call it inside a test. */
export function figure(label: string, value: number | string): void {
  const trial = expect.getState().currentTestName ?? '';
  const text = typeof value === 'number' ? value.toLocaleString('en-CA') : value;
  process.stdout.write(`   ${label}: ${text}\n`);
  const file = process.env['TRIALS_FIGURES'];
  if (file) appendFileSync(file, `${JSON.stringify({ trial, label, value: text } satisfies Figure)}\n`);
}
