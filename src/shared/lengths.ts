/**
 * The most characters of each text. The server refuses more, and most fields accept no more. Fields of passwords, PINs, reward
 * codes and web addresses show an error instead, because a text cut short would be another one.
 */
export const lengths = {
  name: 120,
  /** It is shown in the footer of every page. */
  organizationName: 80,
  addressLine: 100,
  /** The days, or the time, of a line of opening hours. */
  hours: 60,
  testimonial: 400,
  /** A term of the school year. */
  term: 20,
  email: 254,
  donorId: 64,
  donorIdHint: 120,
  username: 64,
  password: 1024,
  /** A code of an app or for recovery, as typed. */
  secondFactorCode: 40,
  /** A store's PIN, as typed. */
  pin: 64,
  rewardCode: 40,
  url: 2000,
  /** A participant's phone number. */
  phone: 20,
  /** As typed into a pickup request: perhaps two numbers, or one with an extension. */
  pickupPhone: 40,
  address: 300,
  /** A location of a bin or donation. */
  place: 200,
  /** How to find a bin at its location. */
  directions: 200,
  binCode: 40,
  discount: 300,
  /** Opening hours of a store or a bin. */
  openingHours: 200,
  clerk: 80,
  /** The reason of an admin's decision. */
  reason: 500,
  donationNotes: 1000,
  pickupItems: 2000,
  pickupNotes: 1000,
  /** The time that somebody would like a pickup. */
  pickupPreferredWords: 200,
  alertNotes: 500,
  visitNote: 500,
  search: 100,
} as const;
