/** What the operations are grouped by, the features, in the order of the page. */
export const tags = {
  donations:
    'Logging what was given, confirming or rejecting it, lists of it, its photos, and what donors see of their own.',
  redemption: 'The till: what a reward code is good for, taking a use of it and giving it back.',
  bins: 'Drop bins and the reports that one is full.',
  pickups: 'Asking that things be fetched from home.',
  newsletter: 'Signing up for the newsletter, and who has.',
  partners: 'The stores that take reward codes.',
  site: 'What the site says of itself.',
  auth: 'Signing in and out, for donors and for the console.',
  news: 'Which mails a donor wants.',
  participants: 'The people who give, the claims of who they are, and merging two that are one.',
  people: 'All that there is of one person: to see, to hand over, to remove.',
  rewards: 'Reward codes, as the console sees them.',
  statements: 'The ledger of uses, the stores’ monthly accounts, and what a store says of a line.',
  tills: 'The browsers that are a store’s tills.',
  finding: 'One search over people, donations, codes and stores.',
  photos: 'Uploading a picture.',
  mail: 'What the site has sent by mail.',
  audit: 'Who did what.',
  settings: 'What the organisation decides.',
  health: 'How each part of the site stands.',
  admins: 'Who may use the console.',
  account: 'An admin’s own sessions and second factor.',
} as const;

type Tag = keyof typeof tags;

/**
 * The group of a room's operations.
 *
 * @throws Error if its feature has no group here.
 */
export function tagOf(room: string): Tag {
  const [feature = ''] = room.split('/');
  if (!(feature in tags)) throw new Error(`${feature} has no place in src/server/apiDocs/tags.ts.`);
  return feature as Tag;
}
