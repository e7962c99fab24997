import { formatInstant, formatLastDay } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import type { AuditItem } from './contract.ts';

/** A row of the log as a sentence in three pieces, so that what it is about can be a link. */
interface AuditSentence {
  /** Who did what: `alex confirmed `. */
  before: string;
  /** What it was done to: `donation #12`. */
  subject: string | null;
  after: string;
}

type Details = AuditItem['details'];

interface ActionWords {
  /** Stands between the one who acted and the subject. */
  verb: string | ((details: Details) => string);
  after?: (details: Details, timeZone: TimeZone, item: AuditItem) => string;
  /** The verb says it all: there is no subject. */
  alone?: true;
}

/** Every action that the server writes down. */
const actionWords: Readonly<Record<string, ActionWords>> = {
  'donation.logged': { verb: 'logged', after: weightOf },
  'donation.created': { verb: 'entered', after: weightOf },
  'donation.confirmed': { verb: 'confirmed' },
  'donation.confirmation_undone': { verb: 'took back the confirmation of' },
  'donation.rejected': { verb: 'rejected' },
  'donation.reopened': { verb: 'reopened' },
  'donation.photo_attached': {
    verb: 'attached a photo to',
    after: ({ actualWeight, weightDiscrepancy }) =>
      `${actualWeight ? `, measured ${text(actualWeight)}` : ''}${weightDiscrepancy ? ', not as claimed' : ''}`,
  },
  'participant.created': { verb: 'added' },
  'participant.updated': {
    verb: 'edited',
    after: fieldsOf,
  },
  'participant.claimed': { verb: 'signed in and claimed for', after: fieldsAndProof },
  'participant.claim_accepted': { verb: 'noted what was claimed of', after: fieldsAndProof },
  'participant.claim_dropped': { verb: 'dropped what was claimed of', after: fieldsAndProof },
  'participant.merged': {
    verb: ({ fromId }) => `merged ${fromId ? `participant #${text(fromId)}` : 'a participant'} into`,
  },
  'participant.merge_undone': {
    verb: ({ fromId }) => `took ${fromId ? `participant #${text(fromId)}` : 'a participant'} out again of`,
  },
  'participant.removed': { verb: 'removed', after: ({ reason }) => (reason ? `: ${text(reason)}` : '') },
  'bin.created': { verb: 'added', after: ({ binCode }) => (binCode ? `, ${text(binCode)}` : '') },
  'bin.updated': {
    verb: 'edited',
    after: (details) =>
      Object.keys(details).length > 0 ? `: ${Object.keys(details).map(words).join(', ')}` : '',
  },
  'bin.emptied': {
    verb: 'emptied',
    after: ({ alertsResolved }) =>
      alertsResolved ? `, which resolved ${countOf(alertsResolved, 'alert')}` : '',
  },
  'bin.overflow_reported': {
    verb: 'reported the overflow of',
    after: ({ alertId }) => (alertId ? `, ${alert(alertId)}` : ''),
  },
  'bin.overflow_set': { verb: 'marked', after: () => ' as overflowing' },
  'bin.overflow_cleared': { verb: 'cleared the overflow of' },
  'bin.pickup_scheduled': {
    verb: 'scheduled the next pickup of',
    after: ({ when }, timeZone) => (when ? ` for ${valueText(when, timeZone)}` : ''),
  },
  'bin.activated': { verb: 'activated' },
  'bin.deactivated': { verb: 'deactivated' },
  'bin.qr_generated': { verb: 'generated the QR code of' },
  'bin.alert_acknowledged': { verb: ({ alertId }) => `acknowledged ${alert(alertId)} of` },
  'bin.alert_resolved': { verb: ({ alertId }) => `resolved ${alert(alertId)} of` },
  'code.created': {
    verb: 'issued',
    after: (_details, _timeZone, item) => (item.participantId ? ` to ${personOf(item)}` : ''),
  },
  'code.marked_used': { verb: 'marked', after: () => ' as used' },
  'code.revoked': { verb: 'revoked' },
  'code.extended': {
    verb: 'extended',
    after: ({ expiresAt }, timeZone) =>
      expiresAt ? ` to ${formatLastDay(new Date(text(expiresAt)), timeZone)}` : '',
  },
  'code.redeemed': {
    verb: 'redeemed',
    after: ({ useCount, maxUses }) =>
      useCount && maxUses ? `, use ${text(useCount)} of ${text(maxUses)}` : '',
  },
  'code.use_given_back': {
    verb: 'gave back a use of',
    after: ({ reason }) => (reason ? `: ${text(reason)}` : ''),
  },
  'statement.closed': {
    verb: ({ month }) => `closed ${month ? text(month) : 'a month'} of`,
    after: ({ redeemed, reversed }) =>
      redeemed !== undefined && reversed !== undefined
        ? `, ${text(redeemed)} redeemed and ${text(reversed)} given back`
        : '',
  },
  'statement.link_created': { verb: 'made a link to the statements of' },
  'statement.link_ended': { verb: 'ended the link to the statements of' },
  'redemption.exported': { verb: exported('redemption'), alone: true },
  'statement.exported': {
    verb: ({ month }) => `exported the statement${month ? ` for ${text(month)}` : ''} of`,
  },
  'partner.created': { verb: 'added', after: nameOf },
  'partner.updated': { verb: 'edited', after: nameOf },
  'partner.pin_rotated': { verb: 'rotated the PIN of' },
  'partner.activated': { verb: 'activated' },
  'partner.deactivated': { verb: 'deactivated' },
  'till.link_created': { verb: 'made a link for a till of' },
  'till.added': { verb: 'added a till of' },
  'till.ended': { verb: 'ended a till of' },
  'pickup.requested': { verb: 'sent' },
  'pickup.scheduled': {
    verb: 'scheduled',
    after: ({ scheduledAt }, timeZone) => (scheduledAt ? ` for ${valueText(scheduledAt, timeZone)}` : ''),
  },
  'pickup.rescheduled': {
    verb: ({ scheduledAt }) => (scheduledAt ? 'moved' : 'changed the notes of'),
    after: ({ scheduledAt }, timeZone) => (scheduledAt ? ` to ${valueText(scheduledAt, timeZone)}` : ''),
  },
  'pickup.completed': { verb: 'completed' },
  'pickup.cancelled': { verb: 'cancelled' },
  'newsletter.subscribed': { verb: 'subscribed to the newsletter', alone: true },
  'newsletter.confirmed': { verb: 'confirmed a subscription to the newsletter', alone: true },
  'newsletter.unsubscribed': { verb: 'left the newsletter', alone: true },
  'newsletter.exported': { verb: exported('newsletter subscriber'), alone: true },
  'participant.news_switched': {
    verb: 'switched news by mail of',
    after: ({ on, off }) =>
      [on, off]
        .map((kinds, index) =>
          Array.isArray(kinds) && kinds.length > 0
            ? `${index === 0 ? ' on' : ' off'}: ${kinds.map((kind) => words(text(kind))).join(', ')}`
            : '',
        )
        .join(''),
  },
  'mail.news_stopped': {
    verb: ({ kind }) => `stopped news by mail${kind ? ` of ${words(text(kind))}` : ''}`,
    alone: true,
  },
  'photo.uploaded': { verb: 'uploaded a photo', alone: true },
  'photo.deleted': { verb: 'deleted a photo that nothing shows any more', alone: true },
  'retention.applied': {
    verb: 'removed what has served its time',
    alone: true,
    after: ({ auditRows, pickups, claims, signIns }) => {
      const counts = [
        [auditRows, 'log row'],
        [pickups, 'pickup request'],
        [claims, 'claim'],
        [signIns, 'sign-in time'],
      ] as const;
      const removed = counts.filter(([count]) => count).map(([count, noun]) => countOf(count, noun));
      return removed.length === 0 ? '' : `: ${removed.join(', ')}`;
    },
  },
  'key.rotated': {
    verb: 'gave the site a new key',
    alone: true,
    after: ({ newPins }) => (newPins ? ', and every partner needs a new PIN' : ''),
  },
  'settings.updated': {
    verb: 'changed the settings',
    alone: true,
    after: ({ after }) =>
      after && typeof after === 'object' ? fieldsOf({ fields: Object.keys(after) }) : '',
  },
  'mail.sent_again': { verb: 'sent a mail once more', alone: true },
  'participant.file_exported': { verb: 'exported everything that is kept about' },
  'participant.exported': { verb: exported('participant'), alone: true },
  'donation.exported': { verb: exported('donation'), alone: true },
  'code.exported': { verb: exported('reward code'), alone: true },
  'backup.made': { verb: 'made a backup', alone: true },
  'backup.restored': {
    verb: 'restored a backup',
    alone: true,
    after: ({ madeAt }, timeZone) => (madeAt ? ` of ${valueText(madeAt, timeZone)}` : ''),
  },
  'mail.tested': {
    verb: 'tried out whether mail goes out',
    alone: true,
    after: ({ result }) => (result === undefined || result === 'sent' ? '' : ', and it did not'),
  },
  'donor.signed_in': { verb: 'signed in as' },
  'admin.added': {
    verb: ({ username, role }) =>
      `let ${nameIn(username)} use the console${role ? ` as ${roleIn(role)}` : ''}`,
    alone: true,
  },
  'admin.role_changed': {
    verb: ({ username, role }) => `made ${nameIn(username)} ${role ? roleIn(role) : 'something else'}`,
    alone: true,
  },
  'admin.switched_off': { verb: ({ username }) => `switched ${nameIn(username)} off`, alone: true },
  'admin.switched_on': { verb: ({ username }) => `switched ${nameIn(username)} on again`, alone: true },
  'admin.reset': { verb: ({ username }) => `gave ${nameIn(username)} a new password`, alone: true },
  'admin.removed': { verb: ({ username }) => `removed ${nameIn(username)} from the console`, alone: true },
  'admin.signed_in': { verb: 'signed in to the console', alone: true },
  'admin.session_ended': {
    verb: 'ended another session of theirs',
    alone: true,
    after: ({ device }) => (device ? `, ${text(device)}` : ''),
  },
  'admin.other_sessions_ended': {
    verb: ({ sessions }) =>
      `ended ${sessions ? countOf(sessions, 'other session') : 'the other sessions'} of theirs`,
    alone: true,
  },
  'admin.second_factor_started': { verb: 'began to set up a second factor', alone: true },
  'admin.second_factor_on': { verb: 'switched their second factor on', alone: true },
  'admin.second_factor_off': { verb: 'switched their second factor off', alone: true },
  'admin.recovery_code_used': { verb: 'used up a recovery code', alone: true },
  'admin.sign_in_failed': {
    verb: 'failed to sign in to the console',
    alone: true,
    after: (_details, _timeZone, { entityName }) => (entityName ? ` as ${entityName}` : ''),
  },
  'admin.password_changed': { verb: 'changed their password', alone: true },
  'admin.signed_out': { verb: 'signed out of the console', alone: true },
};

/** The actions by their written names, to choose from. */
export const knownActions: readonly string[] = Object.keys(actionWords);

/** What a row of the log says to a person. Actions that nobody has put into words are still readable. */
export function auditSentence(item: AuditItem, timeZone: TimeZone): AuditSentence {
  const { action, details } = item;
  const actor = actorOf(item);
  // Not by plain look-up: an action may be called `constructor`.
  const known = Object.hasOwn(actionWords, action) ? actionWords[action] : undefined;
  if (!known) return unknownAction(item);
  const verb = typeof known.verb === 'string' ? known.verb : known.verb(details);
  const after = known.after?.(details, timeZone, item) ?? '';
  return known.alone
    ? { before: `${actor} ${verb}${after}`, subject: null, after: '' }
    : { before: `${actor} ${verb} `, subject: subjectOf(item), after };
}

/** Who did it. Donors are numbers in the log, and called here what they are called today. */
export function actorOf({ actor, actorRole, participantName }: AuditItem): string {
  return actorRole === 'donor' ? (participantName ?? actor) : actor;
}

/** What to call the person that a row is about. */
export function personOf({ participantId, participantName }: AuditItem): string {
  return participantName ?? `participant #${participantId}`;
}

/** The name of a detail, or of an action: `weightDiscrepancy` and `weight_discrepancy` are "weight discrepancy". */
export function words(name: unknown): string {
  return text(name)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bid(s?)\b/g, 'ID$1')
    .trim();
}

/** A detail as a person reads it. */
export function valueText(value: unknown, timeZone: TimeZone): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((part) => valueText(part, timeZone)).join(', ') || 'None';
  if (typeof value === 'object') {
    return Object.values(value)
      .map((part) => valueText(part, timeZone))
      .join(' ');
  }
  const written = text(value);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(written)
    ? formatInstant(new Date(written), timeZone)
    : written;
}

/** What a row has to tell besides its sentence, each with its name. Of what changed only what differs, before and after. */
export function detailTexts(details: Details, timeZone: TimeZone): [name: string, told: string][] {
  const { participantId: _, before, after, ...others } = details;
  const told = Object.entries(others).map(([name, value]): [string, string] => [
    words(name),
    valueText(value, timeZone),
  ]);
  const changed = changesBetween(before, after, timeZone);
  // The one thing of which a row keeps the number only.
  if (before && after && changed.length === 0) changed.push(['testimonials', 'other words, or from others']);
  return [...told, ...changed];
}

function changesBetween(before: unknown, after: unknown, timeZone: TimeZone): [string, string][] {
  const [earlier, later] = [leavesOf(before), leavesOf(after)];
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  return names.flatMap((name): [string, string][] => {
    const [from, to] = [valueText(earlier.get(name), timeZone), valueText(later.get(name), timeZone)];
    return from === to ? [] : [[name, `from ${from} to ${to}`]];
  });
}

/** What settings hold, by the names of the parts that it is in: `organization name`. */
function leavesOf(value: unknown, name = ''): Map<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return name === '' ? new Map() : new Map([[name, value]]);
  }
  return new Map(
    Object.entries(value).flatMap(([part, own]) => [...leavesOf(own, `${name} ${words(part)}`.trim())]),
  );
}

/** `donation.weighed_again` of donation 12 is "alex: donation #12 weighed again". */
function unknownAction(item: AuditItem): AuditSentence {
  const { action, entityType } = item;
  const actor = actorOf(item);
  const subject = subjectOf(item);
  const ofSubject = action.startsWith(`${entityType}.`);
  return ofSubject
    ? { before: `${actor}: `, subject, after: ` ${words(action.slice(entityType.length))}` }
    : { before: `${actor}: ${words(action)}, `, subject, after: '' };
}

function subjectOf(item: AuditItem): string {
  const { actorRole, entityType, entityId, entityName, action } = item;
  // Nobody has donated under that ID yet.
  if (action === 'donor.signed_in' && entityId === null) return 'a new donor';
  if (entityName) return `${thingName(entityType)} ${entityName}`;
  // Of donors' own rows the name stands at the beginning, and whoever was removed has none.
  const isNamed =
    entityType === 'participant' &&
    entityId !== null &&
    actorRole !== 'donor' &&
    action !== 'participant.removed';
  if (isNamed && item.participantName !== null) return item.participantName;
  return entityId === null ? thingName(entityType) : `${thingName(entityType)} #${entityId}`;
}

/** What to call one thing of a type. */
export function thingName(entityType: string): string {
  return things.get(entityType) ?? words(entityType);
}

const things = new Map([
  ['code', 'reward code'],
  ['pickup', 'pickup request'],
]);

function exported(noun: string) {
  return ({ rows }: Details) => `exported ${rows === undefined ? `${noun}s` : countOf(rows, noun)}`;
}

function weightOf({ weight }: Details): string {
  return weight ? `, ${text(weight)}` : '';
}

function fieldsOf({ fields }: Details): string {
  return Array.isArray(fields) && fields.length > 0 ? `: ${fields.map(words).join(', ')}` : '';
}

/** Of a claim: a mailed code proves its email. */
function fieldsAndProof(details: Details): string {
  return `${fieldsOf(details)}${details['isProven'] ? ', the email proven by a mailed code' : ''}`;
}

function nameOf({ name }: Details): string {
  return name ? `, ${text(name)}` : '';
}

function alert(alertId: unknown): string {
  return alertId ? `alert #${text(alertId)}` : 'an alert';
}

function nameIn(username: unknown): string {
  return username ? text(username) : 'an admin';
}

function roleIn(role: unknown): string {
  return role === 'admin' ? 'an admin' : `a ${text(role)}`;
}

function countOf(count: unknown, noun: string): string {
  return `${text(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
