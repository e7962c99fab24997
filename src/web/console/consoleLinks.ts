import { paths } from '#web/paths.ts';

/** The admins' screens beside the console's tabs, in their order. Only those that work are here. */
export const consoleLinks: readonly { label: string; to: string }[] = [
  { label: 'Intake', to: paths.consoleIntake },
  { label: 'Photos', to: paths.consolePhotos },
  { label: 'Manage bins', to: paths.consoleBins },
];
