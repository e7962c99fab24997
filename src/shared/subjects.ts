/** What endpoints declare to show or change. A change makes answers that show the same stale. */
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
