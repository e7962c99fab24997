// What can be given, and the bins for it.
import type { ReactNode } from 'react';
import type { AgeUnit } from '#shared/dates.ts';

/** What can be given, and what can't. */
export const guide = {
  description:
    'What ReRound takes and what it can’t: accepted categories, a quality checklist, and how to donate household things in Manitoba.',
  heading: (together: (text: string) => ReactNode) => <>What’s {together('Bric-a-Brac?')}</>,
  lead: 'The small, useful, well-kept things of a home. If you would lend it to a friend, it belongs on our shelf.',
  logDonation: 'Log a Donation',
  requestPickup: 'Call for Pickup',

  accepted: 'Accepted categories',
  kitchenware: 'Kitchenware',
  kitchenwareText: 'Dishes, pots, mugs, cutlery, small baking things',
  decor: 'Home Décor',
  decorText: 'Vases, frames, candle holders, cushions',
  media: 'Books & Media',
  mediaText: 'Books, records, films and games on disc',
  games: 'Toys & Games',
  gamesText: 'Complete puzzles, board games, wooden toys',
  household: 'Small Household',
  householdText: 'Lamps, clocks, baskets, small working appliances',
  accessories: 'Accessories',
  accessoriesText: 'Bags, scarves, belts, jewellery',

  quality: 'Quality checklist',
  wanted: [
    'Clean and odor-free',
    'No chips, cracks, tears or stains',
    'Working condition, with cables or bulbs',
    'Keep sets together',
    'Pack glass and ceramics safely',
  ],

  notAccepted: 'Not accepted',
  refused: [
    { what: 'Broken or chipped glass or ceramics' },
    { what: 'Dirty items' },
    { what: 'Large furniture', aside: '(contact us for bulky pickups)' },
    { what: 'CRT TVs and large electronics' },
    { what: 'Sharp knives or hazardous items' },
    { what: 'Counterfeit or age-restricted goods' },
  ] satisfies readonly { what: string; aside?: string }[],

  unsure: 'Not sure about something?',
  unsureText: 'Put it in anyway. Our team sorts everything and finds a place for what you could not judge.',
  contactUs: 'Questions? Contact us',
  reportBin: 'Report a Full / Damaged Bin',
};

const numberWords = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** The page of all bins in use, where things can be left. */
export const publicBins = {
  description:
    'The drop bins of ReRound in Manitoba: where each one is, when you get to it, how to find it, and whether it is full.',
  heading: 'Where to drop off',

  /** @param count The number of bins. Null while they load. */
  lead: (count: number | null) => {
    const purpose = 'for clean things you would lend to a friend.';
    if (!count) return `Bins ${purpose}`;
    return `${numberWords[count - 1] ?? count} bin${count === 1 ? '' : 's'} ${purpose}`;
  },
  bins: 'Bins',
  loading: 'Loading the bins…',
  failed: 'Failed to load the bins. Please try again later.',
  none: 'No bins yet',
  noneText: 'We pick up from your door, too, and it costs nothing.',
  pickup: 'Ask for a free pickup',

  nearestFirst: 'Nearest first',
  positionStaysPrivate: 'Your place stays on this device.',
  locating: 'Finding your place…',
  sortedByDistance: 'The nearest bin comes first.',
  notLocated: 'This device did not give its place. The bins stay sorted by name.',
  // From 995 m on, steps of ten metres would give 1000 m. From 9950 m on, one decimal would give 10.0 km.
  distance: (metres: number) => {
    if (metres < 995) return `${Math.round(metres / 10) * 10}\u00a0m`;
    return `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)}\u00a0km`;
  },

  where: 'Where',
  hours: 'Hours',
  hasRoom: 'Has room',
  full: 'Full',

  reported: ({ count, unit }: { count: number; unit: AgeUnit }) =>
    count === 0 ? 'Reported just now' : `Reported ${count} ${unit}${count === 1 ? '' : 's'} ago`,
  chooseAnotherBin: 'Please take another bin today.',
  log: 'Log a donation here',
  report: 'Report a full bin',

  /** Continues `log` and `report` for screen readers, which may read a link alone. */
  linkSuffix: (name: string) => `(${name})`,
};

/** The report of a full or damaged bin, on its page and in the guide's dialog. */
export const reportBin = {
  description: 'Tell ReRound about a full or damaged drop bin. It takes a minute and needs no login.',
  heading: 'Report a full or damaged bin',
  lead: 'It takes a minute and needs no login.',
  whatIsNext: 'What happens next',
  whatIsNextText:
    'Your report goes on the team’s list, and the bin is marked until someone has looked after it.',

  loading: 'Loading the bins…',
  noBins: 'No bins yet.',
  noBinsText: 'None of our bins is out just now. If you have seen one, tell us where.',
  contactUs: 'Contact us',

  pickBin: 'Please pick a bin.',
  bin: 'Bin',
  reportedBin: 'The bin you report',
  sampleBin:
    'This is a sample bin of the demonstration, so there is nothing to look after. If a real bin needs us, pick it here.',
  unknownBin:
    'The bin of this QR code is not in use any more, or the code was not read well. Please pick the bin you mean.',
  yourName: 'Your name',
  notes: 'Notes',
  notesHint: 'What you saw: full to the top, a broken lid, bags beside it.',
  email: 'Email',
  emailHint: 'We write once, when the bin was emptied, and then take your address out of the report.',
  send: 'Send',
  sending: 'Sending…',

  sentTitle: 'Report sent · ReRound',
  sent: 'Report sent',
  goHome: 'Go home',
  whatWeTake: 'What we take',
  close: 'Close',
};

/** The two codes of a bin, to be tried on samples. */
export const binDemo = {
  description:
    'Try the two QR codes of a ReRound drop bin on a sample: one logs a donation, one reports a full or damaged bin.',
  heading: 'Two codes on every bin',
  lead: 'Each drop bin carries two QR codes: one to log what you give, one to tell us that the bin is full or damaged. Try both on these samples.',

  dual: 'The dual QR system',
  log: 'Log Donation',
  logText:
    'Scan it when you drop something off. The log form opens with the bin filled in, so that you add only your student ID and a weight range.',
  report: 'Report Issue',
  reportText:
    'Scan it when the bin is full, broken or dirty. The report opens with the bin named; your name and a note are optional. It goes straight on the team’s list.',

  tryIt: 'Try it',
  tryItText:
    'Scan a code with your phone, or press its button. These bins are samples and stand nowhere. Test Donation opens the real log form: what you send there is logged. Test Report asks for a real bin before anything is sent.',
  sample: 'Sample',
  testDonation: 'Test Donation',
  testReport: 'Test Report',

  /** @param code `Log Donation` or `Report Issue`. */
  qrCode: (code: string, bin: string) => `${code} QR code of ${bin}`,

  help: 'Need a hand?',
  support: 'Support',
  supportText: (link: ReactNode) => <>A code does not scan, or leads to the wrong place? Write to {link}.</>,
  emergency: 'Emergency contact',
  emergencyText: (strong: (text: string) => ReactNode) => (
    <>
      {strong('Campus Security.')} If someone is hurt or something at a bin is dangerous, call them first and
      report the bin afterwards.
    </>
  ),
};

/** The bins of the demonstration, which stand nowhere. */
export const sampleBins = {
  binA: 'Sample bin A',
  placeA: 'Sample place, main entrance',
  binB: 'Sample bin B',
  placeB: 'Sample place, cafeteria',
};
