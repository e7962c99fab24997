// The document titles of the console's screens, by the names of `#shared/screens.ts`.

export const adminLogin = 'Admin login · ReRound';
export const console = 'Console · ReRound';
export const consoleDesk = 'The desk · Console · ReRound';
export const consolePartner = 'Partner · Console · ReRound';
export const consolePerson = 'Participant · Console · ReRound';
export const consoleIntake = 'Quick intake · Console · ReRound';
export const consolePhotos = 'Photos · Console · ReRound';
export const consoleToday = 'Today · Console · ReRound';
export const consoleBins = 'Bins · Console · ReRound';
export const consoleBinPrint = 'Posters · Console · ReRound';
export const consoleAccount = 'My account · Console · ReRound';
