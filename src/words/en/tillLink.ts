// Where the link leads that makes a till of a browser.

export const question = (store: string) => ({
  title: `Make this a till of ${store}?`,
  text: 'Only on the store’s own device. The page to redeem codes then shows what was redeemed here today. Redeeming takes the PIN as before.',
  button: 'Make it a till',
});

export const isOver = (hours: number) => ({
  title: 'This link has been used, or is over',
  text: `Each link makes one till, within ${hours} hours. Please ask the office for another.`,
});

export const storeIsOff = {
  title: 'This store takes no codes at present',
  text: 'It is switched off, and has no tills until it is on again. Please ask the office.',
};

export const broken = {
  title: 'This link does not work',
  text: 'It may have been cut short. Please open the whole of it, or ask the office for another.',
};
