import '#web/jitless.ts';
import { z } from 'zod';
import { readCode } from './codeInput.ts';
import { contract } from './contract.ts';

export const checkBody = z.object({
  code: z.string().transform(readCode).pipe(contract.checkCode.params.shape.code),
});

export const redeemBody = contract.redeemCode.body;
