// What a donor's printed slip says. It is printed in both languages, since nobody asks who takes it along.
import type { ReactNode } from 'react';
import { sendCode } from './donorLogin.tsx';

type Strong = (text: string) => ReactNode;

export const donorId = 'Numéro de donateur';

export const goodUntil = (instant: string, strong: Strong) => (
  <>Valable une fois, jusqu’au {strong(instant)}</>
);

export const howTo = (address: string, strong: Strong) => (
  <>
    Allez à {strong(address)}, inscrivez le numéro de donateur ci-dessus et appuyez sur
    {` «\u00a0${sendCode}\u00a0». `}
    Tapez ensuite ce code dans les cases{'\u00a0'}: aucun courriel n’est nécessaire.
  </>
);
