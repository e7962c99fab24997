import { type Hearing, hearScanner } from '#features/redemption/scanning/hearScanner.ts';
import { codeApartIn } from './codeApart.ts';

/** Hears scanners that type, until it is ended by what it returns. */
export function hearTillScanner(handlers: Pick<Hearing, 'onCode' | 'onRewrite'>): () => void {
  return hearScanner({ codeIn: codeApartIn, fieldName: 'code', ...handlers });
}
