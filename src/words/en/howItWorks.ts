// The four steps of the landing page.

export const heading = 'How It Works';
export const lead = 'Four turns and an object is back in someone’s kitchen, with a saving for you.';
export const steps = [
  { title: 'Donate Items', text: 'Drop clean bric-a-brac in a bin near you, or ask for a free pickup.' },
  { title: 'Log Your Donation', text: 'Scan the bin, then enter your student ID and a weight range.' },
  { title: 'Get Discount Codes', text: 'An admin confirms it. Your codes then appear on your dashboard.' },
  { title: 'Shop & Save', text: 'Show a code at a partner thrift store and the saving is yours.' },
];
export const logDonation = 'Log Donation';
export const whatToGive = 'What can I give?';
