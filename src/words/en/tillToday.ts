// What a known till redeemed today.
import { usesLeft } from './verdict.ts';

export const heading = 'Today at this till';

/** Below the figures. */
export const redeemed = (_count: number) => 'redeemed';
export const reversed = (_count: number) => 'given back';
export const net = 'net';

export const nothingYet = 'Nothing was redeemed here today.';
export const givenBack = 'Given back';
export const by = (clerk: string) => `by ${clerk}`;
export const undone = (time: string) => `Undone ${time}`;
export const codeGivenBack = (code: string, remaining: number) => `${code}: ${usesLeft(remaining)}.`;
