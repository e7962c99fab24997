import { describe } from 'vitest';

/** Whether this run has the sizes of `npm run test:full`. */
export const isFull = process.env['TRIALS'] === 'full';

const nothing = Object.assign(() => {}, { each: () => nothing });

/** For trials that take the full size to mean anything: they are not there otherwise, rather than skipped. */
export const describeInFull = (isFull ? describe : nothing) as typeof describe;

/** Prints what a trial counted or measured. */
export function figure(label: string, value: number | string): void {
  process.stdout.write(`   ${label}: ${typeof value === 'number' ? value.toLocaleString('en-CA') : value}\n`);
}
