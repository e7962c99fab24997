// What can be given, and what can't.
import type { ReactNode } from 'react';

export const description =
  'What ReRound takes and what it can’t: accepted categories, a quality checklist, and how to donate household things in Manitoba.';
export const heading = (together: (text: string) => ReactNode) => <>What’s {together('Bric-a-Brac?')}</>;
export const lead =
  'The small, useful, well-kept things of a home. If you would lend it to a friend, it belongs on our shelf.';
export const logDonation = 'Log a Donation';
export const requestPickup = 'Call for Pickup';

export const accepted = 'Accepted categories';
export const kitchenware = 'Kitchenware';
export const kitchenwareText = 'Dishes, pots, mugs, cutlery, small baking things';
export const decor = 'Home Décor';
export const decorText = 'Vases, frames, candle holders, cushions';
export const media = 'Books & Media';
export const mediaText = 'Books, records, films and games on disc';
export const games = 'Toys & Games';
export const gamesText = 'Complete puzzles, board games, wooden toys';
export const household = 'Small Household';
export const householdText = 'Lamps, clocks, baskets, small working appliances';
export const accessories = 'Accessories';
export const accessoriesText = 'Bags, scarves, belts, jewellery';

export const quality = 'Quality checklist';
export const wanted = [
  'Clean and odor-free',
  'No chips, cracks, tears or stains',
  'Working condition, with cables or bulbs',
  'Keep sets together',
  'Pack glass and ceramics safely',
];

export const notAccepted = 'Not accepted';
export const refused: readonly { what: string; aside?: string }[] = [
  { what: 'Broken or chipped glass or ceramics' },
  { what: 'Dirty items' },
  { what: 'Large furniture', aside: '(contact us for bulky pickups)' },
  { what: 'CRT TVs and large electronics' },
  { what: 'Sharp knives or hazardous items' },
  { what: 'Counterfeit or age-restricted goods' },
];

export const unsure = 'Not sure about something?';
export const unsureText =
  'Put it in anyway. Our team sorts everything and finds a place for what you could not judge.';
export const contactUs = 'Questions? Contact us';
export const reportBin = 'Report a Full / Damaged Bin';
export const error = 'Error';
export const networkError = 'Network error';
