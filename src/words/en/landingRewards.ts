// What a donation earns, on the landing page.

export const heading = 'What your donations earn';
export const exampleCode = 'Reward code, example';

export const atTheTill = 'At the till';
export const visitStore = '1. Visit a partner store';
export const presentCode = '2. Present your code';
export const howToPresent = 'On your phone or printed, as text or QR.';
export const enterPin = '3. The partner enters its PIN';
export const saved = 'PIN entered, code validated, saving yours.';

export const viewStores = 'View Partner Stores';
export const checkStatus = 'Check Your Status';
