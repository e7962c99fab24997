import '#web/jitless.ts';
import { z } from 'zod';
import { noCode } from '#words/tillRefusals.ts';
import { asTyped, readCode, whyNotCode } from './codeInput.ts';
import { contract } from './contract.ts';

export const checkBody = z.object({
  code: z
    .string()
    .superRefine((text, context) => {
      const why = asTyped(text) === '' ? noCode : whyNotCode(text);
      if (why !== null) context.addIssue({ code: 'custom', message: why });
    })
    .transform(readCode)
    .pipe(contract.checkCode.params.shape.code),
});

export const redeemBody = contract.redeemCode.body;
