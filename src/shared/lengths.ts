/**
 * How many characters a text may have at most. The server refuses more, and most fields take no more. The others, such as
 * those of passwords, PINs, codes and addresses, say when it is too much: pasted and cut short, it would be another one.
 */
export const lengths = {
  name: 120,
  /** Of the organisation: it stands in every page's foot. */
  organizationName: 80,
  addressLine: 100,
  /** Which days, or from when to when. */
  hours: 60,
  testimonial: 400,
  /** Of the school year. */
  term: 20,
  email: 254,
  donorId: 64,
  /** Under the field of a donor ID. */
  donorIdHint: 120,
  /** An admin's. */
  username: 64,
  password: 1024,
  /** An app's or for recovery, as it is typed. */
  secondFactorCode: 40,
  /** A store's, as it is typed. */
  pin: 64,
  rewardCode: 40,
  /** Of something on the web. */
  url: 2000,
  /** A participant's, in the form that a person is reached by. */
  phone: 20,
  /** As typed into a pickup request, which may hold two or an extension. */
  pickupPhone: 40,
  address: 300,
  /** Where something is or was left. */
  place: 200,
  /** How to find a bin there. */
  directions: 200,
  binCode: 40,
  discount: 300,
  /** When a store is open, or a bin in reach. */
  openingHours: 200,
  clerk: 80,
  /** Why an admin decided as they did. */
  reason: 500,
  donationNotes: 1000,
  pickupItems: 2000,
  pickupNotes: 1000,
  /** When a pickup would suit somebody. */
  pickupPreferredWords: 200,
  alertNotes: 500,
  /** Of whoever emptied a bin. */
  visitNote: 500,
  search: 100,
} as const;
