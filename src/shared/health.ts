/** How a part of the site stands. `bad` keeps the site from doing its work, or will soon; `warning` does not. */
export const healthStates = ['good', 'warning', 'bad'] as const;

export type HealthState = (typeof healthStates)[number];

/** The parts of the site that are looked at, in the order in which they are told. */
export const partNames = [
  'settings',
  'database',
  'key',
  'clock',
  'storage',
  'disk',
  'mail',
  'outbox',
  'backups',
  'totals',
] as const;

export type PartName = (typeof partNames)[number];

/** What the console calls each, and an English mail. */
export const partTitles: Readonly<Record<PartName, string>> = {
  settings: 'Settings',
  database: 'Database',
  key: 'Key',
  clock: 'Clock',
  storage: 'Photos',
  disk: 'Disk',
  mail: 'Mail server',
  outbox: 'Outbox',
  backups: 'Backups',
  totals: 'Totals',
};
