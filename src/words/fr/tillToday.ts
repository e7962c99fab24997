// What a known till redeemed today.

export const heading = 'Aujourd’hui à cette caisse';

/** Below the figures. */
export const redeemed = (count: number) => (count < 2 ? 'utilisation' : 'utilisations');
export const reversed = (count: number) => (count < 2 ? 'rendue' : 'rendues');
export const net = 'net';

export const nothingYet = 'Aucun code n’a été accepté ici aujourd’hui.';
export const givenBack = 'Utilisation rendue';
export const by = (clerk: string) => `par ${clerk}`;
export const undone = (time: string) => `Annulation à ${time}`;
export const codeGivenBack = (code: string, remaining: number) =>
  `${code}\u00a0: il reste ${remaining}\u00a0${remaining < 2 ? 'utilisation' : 'utilisations'}.`;
