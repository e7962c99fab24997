// A reward code on its tag.

export const copyCode = 'Copier le code';
export const print = 'Imprimer';
export const showLarge = 'Agrandir';
export const showCodeLarge = (code: string) => `Agrandir ${code}`;
export const usesLeft = (left: number, of: number) =>
  `Reste ${left} ${left < 2 ? 'utilisation' : 'utilisations'} sur ${of}`;
export const daysLeft = (days: number) => (days < 2 ? 'Dernier jour' : `${days} jours restants`);
export const until = (day: string) => `jusqu’au ${day}`;
export const givenBackOn = (day: string) => `Une utilisation a été rendue le ${day}`;
