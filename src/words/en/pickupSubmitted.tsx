// What follows a request for a pickup.
import type { ReactNode } from 'react';

export const title = 'Pickup Request Submitted · ReRound';
export const heading = 'Pickup Request Submitted';
export const whatIsNext = (whole: (text: string) => ReactNode) => (
  <>We’ll contact you within {whole('1-2')} business days to schedule your pickup.</>
);

export const name = 'Name';
export const phone = 'Phone';
export const email = 'Email';
export const address = 'Address';
export const items = 'Items';
export const preferred = 'Preferred';
export const cost = 'Cost';
export const free = 'Free';

export const untilThen = 'Until then, keep sets together and wrap the glass.';
export const backToGuide = 'Back to the guide';
export const goHome = 'Go home';
