// What a donor's printed slip says. It is printed in both languages, since nobody asks who takes it along.
import type { ReactNode } from 'react';
import { sendCode } from './donorLogin.tsx';

type Strong = (text: string) => ReactNode;

export const donorId = 'Donor ID';

export const goodUntil = (instant: string, strong: Strong) => <>Works once, until {strong(instant)}</>;

export const howTo = (address: string, strong: Strong) => (
  <>
    Go to {strong(address)}, type the donor ID above and press “{sendCode}”. Then type this code into the
    boxes: you need no mail for it.
  </>
);
