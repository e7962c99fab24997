import type { Organization } from '#shared/organization.ts';

// Everything here is invented: stores, addresses and quotations.

/** Its name says in each page's footer that it is not real. */
export const organization: Organization = {
  name: 'Prairie Loop Reuse (demo)',
  email: 'hello@prairieloop.example',
  phone: '204-555-0100',
  addressLines: ['Room 118, Student Commons', '45 Wheatfield Lane', 'Winnipeg, Manitoba'],
  hours: [
    { days: 'Mon, Wed, Fri', time: '12PM-6PM' },
    { days: 'Sat', time: '11AM-3PM' },
  ],
  testimonials: [
    {
      words:
        'We moved out of residence with a car full of kitchen things. Two trips to the bin, and a second-year has my kettle now.',
      from: 'A student who moved out in April',
    },
    {
      words: 'People come in with a code and leave with a lamp. At the till it takes as long as a coupon.',
      from: 'A clerk at a partner store',
    },
    {
      words: 'I weigh things twice a week and still find something every time that I nearly take home.',
      from: 'A volunteer',
    },
  ],
};

interface Place {
  name: string;
  location: string;
  binCode: string;
  directions?: string;
  hours?: string;
  targetDays?: number;
  lat?: number;
  lng?: number;
  /** Weight with which donations come here. */
  share: number;
  /** The day of the year on which it is added. */
  since: number;
}

export const places: readonly Place[] = [
  {
    name: 'UC East',
    location: 'University Centre, east entrance',
    binCode: 'UC_EAST',
    directions: 'Between the two sets of doors.',
    hours: 'Every day, 6 AM to midnight',
    targetDays: 3,
    lat: 49.8093,
    lng: -97.1331,
    share: 30,
    since: 0,
  },
  {
    name: 'North Residence',
    location: 'North Residence, laundry hall',
    binCode: 'RES_NORTH',
    directions: 'Ring at the front desk.',
    hours: 'Every day, 8 AM to 8 PM',
    targetDays: 4,
    lat: 49.8121,
    lng: -97.1288,
    share: 26,
    since: 0,
  },
  {
    name: 'Library',
    location: 'Library, ground floor foyer',
    binCode: 'LIBRARY',
    directions: 'Before the second door, no card needed.',
    hours: 'Mon to Fri, 8 AM to 10 PM\nSat and Sun, 10 AM to 6 PM',
    targetDays: 7,
    lat: 49.8107,
    lng: -97.1356,
    share: 16,
    since: 0,
  },
  {
    name: 'Student Commons',
    location: 'Student Commons, outside room 118',
    binCode: 'COMMONS',
    hours: 'Mon to Fri, 9 AM to 5 PM',
    targetDays: 7,
    lat: 49.8085,
    lng: -97.1302,
    share: 14,
    since: 0,
  },
  {
    name: 'Recreation Centre',
    location: 'Recreation Centre, beside the lockers',
    binCode: 'REC_CENTRE',
    directions: 'Through the main doors, on the right.',
    hours: 'Every day, 6 AM to 11 PM',
    lat: 49.8066,
    lng: -97.1389,
    share: 9,
    since: 74,
  },
  {
    name: 'Wheatfield Market',
    location: 'Wheatfield Market, side door',
    binCode: 'MARKET',
    directions: 'Outside, beside the bicycle stand.',
    targetDays: 14,
    share: 10,
    since: 287,
  },
];

interface StoreData {
  name: string;
  discount: string;
  link: string | undefined;
  clerks: readonly string[];
  share: number;
  since: number;
}

export const stores: readonly StoreData[] = [
  {
    name: 'The Second Shelf',
    discount: '15% off everything but furniture',
    link: 'https://secondshelf.example',
    clerks: ['Dana', 'Marisol', 'Theo'],
    share: 38,
    since: 0,
  },
  {
    name: 'Lantern Street Thrift',
    discount: '$5 off a purchase of $20 or more',
    link: 'https://lanternstreet.example',
    clerks: ['Ruth', 'Kofi'],
    share: 27,
    since: 0,
  },
  {
    name: 'Mended & Found',
    discount: '20% off clothing',
    link: 'https://mendedandfound.example',
    clerks: ['Ilse', 'Parm'],
    share: 20,
    since: 1,
  },
  {
    name: 'Old Harness Books',
    discount: 'Buy two used books, get a third',
    link: undefined,
    clerks: ['Wendell'],
    share: 15,
    since: 130,
  },
];

export const alertNotes = [
  'The lid does not close any more.',
  'Bags beside the bin, in the way of the door.',
  'Full to the top, mostly dishes.',
  'Somebody left a box on the floor.',
  undefined,
  undefined,
] as const;

export const rejectionReasons = [
  'Not in the bin',
  'Logged twice',
  'Broken or dirty',
  'Not something we take',
] as const;

export const intakeNotes = [
  'Brought to room 118',
  'Baking tins and a set of bowls',
  'Two lamps, one needs a new plug',
  'Winter boots and mitts',
  'Books for first-year chemistry',
  undefined,
  undefined,
] as const;

export const pickupItems = [
  'A box of dishes and a toaster',
  'Bookshelf (taken apart) and two boxes of books',
  'Desk lamp, kettle, and a bag of bedding',
  'Winter coats, three, and a pair of boots',
  'Everything from a kitchen: pots, plates, cutlery. About four boxes.',
  'Small table and two chairs',
  'Board games and picture frames',
  'A bicycle helmet, a rug and a floor lamp',
] as const;

export const pickupWindows = [
  { weekday: 2, from: '16:00', to: '18:00', capacity: 2 },
  { weekday: 6, from: '10:00', to: '12:00', capacity: 2 },
];

/** Days of each year (`MM-DD`) without pickups. */
export const closedDays = ['01-02', '12-24', '12-26'] as const;

export const preferredWords = [
  'Weekdays after 5 PM',
  'Any Sunday, the earlier the better',
  'Thursday morning, before my shift',
] as const;

export const streets = [
  'Wheatfield Lane',
  'Elm Bend',
  'Harrow Crescent',
  'Sandbar Road',
  'Old Mill Avenue',
  'Kestrel Bay',
  'Lilac Street',
] as const;

export const givenBackReasons = [
  'Scanned twice for the same purchase',
  'The purchase was returned the next day',
  'The wrong code was typed',
] as const;
