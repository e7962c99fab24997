/**
 * What the site keeps, as far as its calls show it. Each endpoint declares which of these it shows or changes: a change
 * makes whatever shows the same stale. src/server/effects.test.ts names the tables of each.
 */
export type Subject =
  | 'admins'
  | 'audit'
  | 'bins'
  | 'codes'
  | 'donations'
  | 'mail'
  | 'newsletter'
  | 'participants'
  | 'partners'
  | 'pickups'
  | 'settings'
  | 'statements'
  | 'tills';
