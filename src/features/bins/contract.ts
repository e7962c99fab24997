import { z } from 'zod';
import { lengths } from '#shared/lengths.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  sentence,
  instant,
  ok,
  optionalEmail,
  optionalText,
  requiredText,
  rowIdParameter,
} from '#shared/fields.ts';
import { pageOf, paging } from '#shared/lists.ts';
import { UNDO_HOURS } from './rules.ts';

const CONSOLE_API = `/api${ADMIN_CONSOLE_PATH}` as const;

/** A bin with its open alert and last visit, as the console lists it. */
export const binRow = z
  .object({
    id: z.int(),
    name: z.string(),
    bin_code: z.string(),
    location: z.string(),
    directions: z.string().nullable(),
    hours: z.string().nullable(),
    target_days: z.int().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    is_active: z.boolean(),
    is_overflowing: z.boolean(),
    last_emptied: instant.nullable(),
    next_scheduled_pickup: instant.nullable(),
    created_at: instant,
    open_alerts: z.int().describe('0 or 1: a bin has one open alert'),
    reports: z.int().describe('How often it was reported in its open alert'),
    bags_found: z.int().nullable().describe('At the last visit; null if nobody counted'),
  })
  .meta({ id: 'Bin' });

/** A bin with the address in its QR code, for its codes and posters. */
const dropBin = z
  .object({
    id: z.int(),
    name: z.string(),
    location: z.string(),
    binCode: z.string(),
    directions: z.string().nullable(),
    hours: z.string().nullable().describe('When people can reach it'),
    targetDays: z.int().nullable().describe('Days from one emptying to the next'),
    lat: z.number().nullable().describe('Degrees north; null with `lng`'),
    lng: z.number().nullable().describe('Degrees east'),
    qrCode: z.string().nullable().describe('The address in its Log QR code; null until generated'),
    isActive: z.boolean(),
    isOverflowing: z.boolean(),
    lastEmptied: instant.nullable(),
    nextScheduledPickup: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'DropBin' });

/** A bin as donors and visitors see it. */
export const publicBin = dropBin
  .pick({
    id: true,
    name: true,
    location: true,
    binCode: true,
    directions: true,
    hours: true,
    lat: true,
    lng: true,
    isOverflowing: true,
  })
  .extend({ reportedAt: instant.nullable().describe('When its open alert was reported first') });

/** The most further reports that are sent with an alert. */
export const SHOWN_REPORTS = 20;

export const overflowReport = z
  .object({
    id: z.int(),
    reportedBy: z.string().nullable(),
    reportedAt: instant,
    notes: z.string().nullable(),
  })
  .meta({ id: 'OverflowReport' });

export const overflowAlert = z
  .object({
    id: z.int(),
    binId: z.int(),
    binName: z.string().nullable(),
    location: z.string().nullable(),
    reportedBy: z.string().nullable(),
    reportedAt: instant,
    status: z.enum(['pending', 'acknowledged', 'resolved']),
    acknowledged: z.boolean(),
    acknowledgedBy: z.string().nullable(),
    acknowledgedAt: instant.nullable(),
    resolved: z.boolean(),
    resolvedAt: instant.nullable(),
    notes: z.string().nullable(),
    reports: z.int().describe('How often the bin was reported while this was open'),
    furtherReports: z
      .array(overflowReport)
      .describe(`The newest ${SHOWN_REPORTS} after the first that have notes or a name, newest first`),
  })
  .meta({ id: 'OverflowAlert' });

export const binVisit = z
  .object({
    id: z.int(),
    at: instant,
    by: z.string().describe('Username of the admin or volunteer'),
    bagsFound: z.int().nullable().describe('Null if nobody counted'),
    note: z.string().nullable(),
  })
  .meta({ id: 'BinVisit' });

export type BinRow = z.infer<typeof binRow>;
export type DropBin = z.infer<typeof dropBin>;
export type PublicBin = z.infer<typeof publicBin>;
export type BinVisit = z.infer<typeof binVisit>;
export type OverflowAlert = z.infer<typeof overflowAlert>;

const name = requiredText('Bin name is required', lengths.name);
const location = requiredText('Location is required', lengths.place);

const binCodeMessage = 'Bin code must be uppercase letters, numbers, and underscores only';

const targetDaysMessage = 'Please give 1 to 365 days, or nothing';
export const coordinatesMessage = 'Please give latitude and longitude, such as 49.8093, -97.1331, or nothing';

/** Degrees from -maximum to maximum. Null clears them: it becomes undefined, as blank text does. */
const degrees = (maximum: number) =>
  z
    .number({ error: coordinatesMessage })
    .min(-maximum, coordinatesMessage)
    .max(maximum, coordinatesMessage)
    .nullish()
    .transform((value) => value ?? undefined);

const optionalFields = z.object({
  directions: optionalText(lengths.directions),
  hours: optionalText(lengths.openingHours),
  targetDays: z
    .int({ error: targetDaysMessage })
    .min(1, targetDaysMessage)
    .max(365, targetDaysMessage)
    .nullish()
    .transform((value) => value ?? undefined),
  lat: degrees(90),
  lng: degrees(180),
});

/** Refuses a body that sends or empties only one of latitude and longitude. */
function checkCoordinates(
  body: { lat?: number | undefined; lng?: number | undefined },
  context: z.RefinementCtx,
) {
  const sendsBothOrNeither = 'lat' in body === 'lng' in body;
  const fillsBothOrNeither = (body.lat === undefined) === (body.lng === undefined);
  if (sendsBothOrNeither && fillsBothOrNeither) return;
  const path = [body.lat === undefined ? 'lat' : 'lng'];
  context.addIssue({ code: 'custom', message: coordinatesMessage, path });
}

export const createBinFields = optionalFields.extend({
  name,
  location,
  binCode: requiredText(binCodeMessage, lengths.binCode).refine(
    (code) => /^[A-Z0-9_]+$/.test(code),
    binCodeMessage,
  ),
});

export const updateBinFields = optionalFields.partial().extend({
  name: name.optional(),
  location: location.optional(),
  isActive: z.boolean({ error: 'Please say whether the bin is active' }).optional(),
});

const bagsMessage = 'Please give a whole number of bags, 0 to 999';

const params = z.object({ id: rowIdParameter });
const changedBin = z.object({ ok, bin: binRow });
const emptiedBin = changedBin.extend({ visit: binVisit });
const listQuery = z.object({ ...paging, id: rowIdParameter.optional() });

const binAction = {
  method: 'POST',
  access: 'volunteer',
  changes: ['bins'],
  refuses: ['not_found'],
  params,
  response: changedBin,
} as const;

const adminBinAction = {
  ...binAction,
  access: 'admin',
  response: z.object({ ok, bin: dropBin }),
} as const;

const alertAction = {
  method: 'POST',
  access: 'volunteer',
  changes: ['bins'],
  refuses: ['not_found', 'wrong_state'],
  params,
  response: z.object({ ok, alert: overflowAlert }),
} as const;

export const contract = {
  publicBins: endpoint({
    method: 'GET',
    path: '/api/drop-bins',
    summary: 'The active bins',
    access: 'public',
    shows: ['bins'],
    response: z.object({ ok, bins: z.array(publicBin) }),
  }),
  reportOverflow: endpoint({
    method: 'POST',
    path: '/api/overflow-alerts',
    summary: 'Report a full or damaged bin. If it has an open alert, the report is added to that one',
    access: 'public',
    changes: ['bins'],
    refuses: ['not_found'],
    limits: ['overflowAlert'],
    body: z.object({
      binId: z.int({ error: 'Bin ID is required' }).min(1, 'Bin ID is required').max(2_147_483_647),
      notes: optionalText(lengths.alertNotes),
      reportedBy: optionalText(lengths.name),
      email: optionalEmail.describe('Gets one mail once the bin is emptied, and is then deleted'),
    }),
    response: z.object({
      ok,
      id: z.int().describe('The id of the alert'),
      reports: z.int().describe('How often the bin was reported in this alert'),
      message: sentence,
    }),
  }),

  adminBins: endpoint({
    method: 'GET',
    path: '/api/admin/bins',
    summary: 'Every bin, or one, with its open alert',
    access: 'volunteer',
    shows: ['bins'],
    query: listQuery,
    response: pageOf(binRow),
  }),
  updateBin: endpoint({
    ...adminBinAction,
    path: '/api/admin/bins/{id}',
    summary: 'Change a bin; a blank field is emptied, one left out stays',
    body: updateBinFields.superRefine(checkCoordinates),
    response: changedBin,
  }),
  markBinEmptied: endpoint({
    ...binAction,
    path: '/api/admin/bins/{id}/emptied',
    summary: 'Record that a bin was emptied now, without a count; its open alert is resolved',
    idempotent: true,
    response: emptiedBin,
  }),
  binRound: endpoint({
    method: 'GET',
    path: '/api/admin/bins/{id}/round',
    summary: 'The donations that a bin should hold, and its open alert',
    access: 'volunteer',
    shows: ['bins', 'donations'],
    refuses: ['not_found'],
    params,
    response: z.object({
      ok,
      bin: binRow,
      since: instant.nullable().describe('When it was last emptied'),
      logged: z.int().describe('Donations logged for this bin since then, without rejected ones'),
      marks: z.array(z.string()).describe('The marks of the pending ones, oldest first'),
      alerts: z.array(overflowAlert).describe('Its open alert, if it has one'),
    }),
  }),
  createBinVisit: endpoint({
    ...binAction,
    path: '/api/admin/bins/{id}/visits',
    summary: 'Record that a bin was emptied now, and how many bags were in it',
    idempotent: true,
    body: z.object({
      bagsFound: z.int(bagsMessage).min(0, bagsMessage).max(999, bagsMessage),
      note: optionalText(lengths.visitNote),
    }),
    response: emptiedBin,
  }),
  undoBinVisit: endpoint({
    ...binAction,
    path: '/api/admin/bins/visits/{id}/undo',
    summary: `Take back a bin's last visit, within ${UNDO_HOURS} hours: its last emptying, flag and alert are as before`,
    refuses: ['not_found', 'wrong_state', 'already_undone', 'undo_too_late'],
  }),
  setBinOverflow: endpoint({
    ...binAction,
    path: '/api/admin/bins/{id}/overflow',
    summary: 'Raise or clear the overflow flag',
    body: z.object({ status: z.boolean({ error: 'Please say whether the bin is overflowing' }) }),
  }),
  scheduleBinPickup: endpoint({
    ...binAction,
    path: '/api/admin/bins/{id}/schedule',
    summary: 'Set when a bin is emptied next',
    body: z.object({
      when: z.iso
        .datetime({ offset: true, error: 'Please choose a date and time' })
        .describe('ISO 8601 with its offset'),
    }),
  }),
  binHistory: endpoint({
    method: 'GET',
    path: '/api/admin/bins/{id}/history',
    summary: "A bin's overflow alerts and visits, newest first",
    access: 'volunteer',
    shows: ['bins'],
    refuses: ['not_found'],
    params,
    query: z.object(paging),
    response: pageOf(
      z.discriminatedUnion('kind', [
        overflowAlert.extend({ kind: z.literal('alert') }),
        binVisit.extend({ kind: z.literal('visit') }),
      ]),
    ),
  }),

  managedBins: endpoint({
    method: 'GET',
    path: `${CONSOLE_API}/drop-bins`,
    summary: 'Every bin, or one, with the address in its QR code',
    access: 'volunteer',
    shows: ['bins'],
    query: listQuery,
    response: pageOf(dropBin).extend({
      publicUrl: z.string().describe("The site's address for users, which the QR codes begin with"),
    }),
  }),
  openAlerts: endpoint({
    method: 'GET',
    path: `${CONSOLE_API}/overflow-alerts`,
    summary: 'Overflow alerts not yet resolved, newest first',
    access: 'volunteer',
    shows: ['bins'],
    query: z.object(paging),
    response: pageOf(overflowAlert),
  }),
  createBin: endpoint({
    method: 'POST',
    path: `${CONSOLE_API}/drop-bins`,
    summary: 'Add a bin',
    access: 'admin',
    changes: ['bins'],
    refuses: ['duplicate'],
    body: createBinFields.superRefine(checkCoordinates),
    response: z.object({ ok, bin: dropBin }),
  }),
  toggleBin: endpoint({
    ...adminBinAction,
    path: `${CONSOLE_API}/drop-bins/{id}/toggle`,
    summary: 'Deactivate or activate a bin',
  }),
  generateBinQr: endpoint({
    ...adminBinAction,
    path: `${CONSOLE_API}/drop-bins/{id}/generate-qr`,
    summary: "Make a bin's Log QR code for its present location",
  }),
  acknowledgeAlert: endpoint({
    ...alertAction,
    path: `${CONSOLE_API}/overflow-alerts/{id}/acknowledge`,
    summary: 'Acknowledge an alert: somebody looks after it',
  }),
  resolveAlert: endpoint({
    ...alertAction,
    path: `${CONSOLE_API}/overflow-alerts/{id}/resolve`,
    summary: "Resolve an alert and clear its bin's overflow flag",
  }),
};
