import type { TimeZone } from '#shared/timeZone.ts';
import { formatInstant } from '#words/formats.ts';
import type { AuditItem } from './contract.ts';

/** A label for every action that the server records. The label stands between the actor and the subject. */
export const actionLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'donation.logged': 'logged',
    'donation.created': 'entered',
    'donation.unclaimed_created': 'counted an unclaimed bag as',
    'donation.unclaimed_deleted': 'deleted the unclaimed bag',
    'donation.confirmed': 'confirmed',
    'donation.confirmation_undone': 'took back the confirmation of',
    'donation.unconfirmed': 'took back the confirmation of',
    'donation.corrected': 'corrected',
    'donation.rejected': 'rejected',
    'donation.reopened': 'reopened',
    'donation.photo_attached': 'attached a photo to',
    'participant.created': 'added',
    'participant.updated': 'edited',
    'participant.claimed': 'signed in and typed new details of',
    'participant.claim_accepted': 'accepted the new details of',
    'participant.claim_dropped': 'dropped the new details of',
    'participant.merged': 'merged another participant into',
    'participant.merge_undone': 'undid a merge into',
    'participant.news_switched': 'switched news by mail of',
    'participant.share_link_renewed': 'made a new share link for',
    'participant.share_link_switched_off': 'switched off the share link of',
    'participant.share_link_switched_on': 'switched on the share link of',
    'participant.removed': 'removed',
    'participant.file_exported': 'exported everything stored about',
    'participant.exported': 'exported participants',
    'bin.created': 'added',
    'bin.updated': 'edited',
    'bin.emptied': 'emptied',
    'bin.visit_undone': 'took back a visit of',
    'bin.overflow_reported': 'reported the overflow of',
    'bin.overflow_set': 'set the overflow of',
    'bin.overflow_cleared': 'cleared the overflow of',
    'bin.pickup_scheduled': 'scheduled the next pickup of',
    'bin.activated': 'activated',
    'bin.deactivated': 'deactivated',
    'bin.qr_generated': 'generated the QR code of',
    'bin.alert_acknowledged': 'acknowledged an alert of',
    'bin.alert_resolved': 'resolved an alert of',
    'code.created': 'issued',
    'code.marked_used': 'marked as used',
    'code.revoked': 'revoked',
    'code.extended': 'extended',
    'code.redeemed': 'redeemed',
    'code.use_given_back': 'gave back a use of',
    'code.exported': 'exported reward codes',
    'donation.exported': 'exported donations',
    'redemption.exported': 'exported redemptions',
    'statement.closed': 'closed a month of',
    'statement.exported': 'exported the statement of',
    'statement.link_created': 'made a link to the statements of',
    'statement.link_ended': 'ended the link to the statements of',
    'partner.created': 'added',
    'partner.updated': 'edited',
    'partner.pin_rotated': 'rotated the PIN of',
    'partner.activated': 'activated',
    'partner.deactivated': 'deactivated',
    'till.link_created': 'made a link for a till of',
    'till.added': 'added a till of',
    'till.ended': 'ended a till of',
    'pickup.requested': 'sent',
    'pickup.scheduled': 'scheduled',
    'pickup.rescheduled': 'changed the time or notes of',
    'pickup.completed': 'completed',
    'pickup.cancelled': 'cancelled',
    'pickup.undone': 'took back the last step of',
    'newsletter.subscribed': 'subscribed to the newsletter',
    'newsletter.confirmed': 'confirmed a subscription to the newsletter',
    'newsletter.unsubscribed': 'left the newsletter',
    'newsletter.exported': 'exported newsletter subscribers',
    'mail.news_stopped': 'stopped news by mail',
    'mail.sent_again': 'sent a mail once more',
    'mail.tested': 'sent a test mail',
    'photo.uploaded': 'uploaded a photo',
    'photo.deleted': 'deleted an unused photo',
    'retention.applied': 'deleted what was past its retention time',
    'key.rotated': 'gave the site a new key',
    'settings.updated': 'changed the settings',
    'backup.made': 'made a backup',
    'backup.restored': 'restored a backup',
    'donor.signed_in': 'signed in as',
    'admin.added': 'gave access to the console',
    'admin.role_changed': 'changed a role',
    'admin.switched_off': 'switched an account off',
    'admin.switched_on': 'switched an account on again',
    'admin.reset': 'gave a new password',
    'admin.removed': 'removed an account from the console',
    'admin.signed_in': 'signed in to the console',
    'admin.sign_in_failed': 'failed to sign in to the console',
    'admin.signed_out': 'signed out of the console',
    'admin.session_ended': 'ended another of their sessions',
    'admin.other_sessions_ended': 'ended their other sessions',
    'admin.second_factor_started': 'began to set up a second factor',
    'admin.second_factor_on': 'switched their second factor on',
    'admin.second_factor_off': 'switched their second factor off',
    'admin.recovery_code_used': 'used up a recovery code',
    'admin.email_code_sent': 'asked for a code to note their email',
    'admin.email_noted': 'noted their email',
    'admin.email_removed': 'deleted their email',
    'admin.mail_chosen': 'chose which mail they get',
    'admin.password_changed': 'changed their password',
  }),
);

/** An entry of the log as one sentence: actor, label, subject. The subject is separate because it may be a link. */
interface AuditLine {
  actor: string;
  label: string;
  subject: string | null;
}

export function auditLine(item: AuditItem): AuditLine {
  const { action, details, entityId, entityName, entityType } = item;
  const label = actionLabels.get(action) ?? humanizeIdentifier(action);
  const actor = actorName(item);
  if (entityType === 'system') {
    const account = details['username'] ?? entityName;
    return { actor, label: account ? `${label}: ${stringify(account)}` : label, subject: null };
  }
  // Before the first donation a donor ID has no participant.
  if (action === 'donor.signed_in' && entityId === null) return { actor, label, subject: 'a new donor' };
  return { actor, label, subject: entityId === null ? null : subjectName(item, entityId) };
}

/** The log stores donors as numbers. This gives a donor's current name instead. */
export function actorName({ actor, actorRole, participantName }: AuditItem): string {
  return actorRole === 'donor' ? (participantName ?? actor) : actor;
}

function subjectName(item: AuditItem, entityId: number): string {
  const { action, actorRole, entityName, entityType, participantName } = item;
  const type = entityTypeName(entityType);
  if (entityName) return `${type} ${entityName}`;
  // A donor's own entry already begins with the name, and a removal must not read "removed removed person".
  const isNamed = entityType === 'participant' && actorRole !== 'donor' && action !== 'participant.removed';
  return (isNamed ? participantName : null) ?? `${type} #${entityId}`;
}

const entityTypeNames = new Map([
  ['code', 'reward code'],
  ['pickup', 'pickup request'],
]);

export function entityTypeName(entityType: string): string {
  return entityTypeNames.get(entityType) ?? humanizeIdentifier(entityType);
}

/** Turns an identifier into words: `weightDiscrepancy` and `weight_discrepancy` into "weight discrepancy". */
export function humanizeIdentifier(identifier: string): string {
  return identifier
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]+/g, ' ')
    .toLowerCase()
    .replaceAll(/\bid(s?)\b/g, 'ID$1')
    .trim();
}

/** Details whose values are identifiers, too. */
const identifierDetails: ReadonlySet<string> = new Set(['fields', 'filters', 'kind', 'on', 'off']);

/** An entry's details as lines. Of values before and after a change, only those that differ are listed. */
export function detailLines(
  { action, details }: Pick<AuditItem, 'action' | 'details'>,
  timeZone: TimeZone,
): [name: string, value: string][] {
  // The participant has a line of their own, from the entry's column.
  const { participantId: _, before, after, ...otherDetails } = details;
  const lines = Object.entries(otherDetails).map(([name, value]): [string, string] => {
    const text = formatValue(value, timeZone);
    return [humanizeIdentifier(name), identifierDetails.has(name) ? humanizeIdentifier(text) : text];
  });
  const changes = changesBetween(before, after, timeZone);
  // The log stores only the number of testimonials, so a change of their texts shows no difference.
  if (action === 'settings.updated' && changes.length === 0) {
    changes.push(['testimonials', 'texts or names changed']);
  }
  return [...lines, ...changes];
}

export function formatValue(value: unknown, timeZone: TimeZone): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((item) => formatValue(item, timeZone)).join(', ') || 'None';
  if (typeof value === 'object') {
    // For instance, opening hours become `Sat 10AM-4PM`.
    return Object.values(value)
      .map((nested) => formatValue(nested, timeZone))
      .join(' ');
  }
  const text = stringify(value);
  return instantPattern.test(text) ? formatInstant(new Date(text), timeZone) : text;
}

const instantPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/;

function changesBetween(before: unknown, after: unknown, timeZone: TimeZone): [string, string][] {
  const oldValues = flattenValues(before);
  const newValues = flattenValues(after);
  const names = [...new Set([...oldValues.keys(), ...newValues.keys()])];
  return names.flatMap((name): [string, string][] => {
    const from = formatValue(oldValues.get(name), timeZone);
    const to = formatValue(newValues.get(name), timeZone);
    return from === to ? [] : [[name, `from ${from} to ${to}`]];
  });
}

/** The values of a nested object, each under its path: `organization name`. */
function flattenValues(value: unknown, path = ''): Map<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return path === '' ? new Map() : new Map([[path, value]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, nested]) => [
      ...flattenValues(nested, `${path} ${humanizeIdentifier(name)}`.trim()),
    ]),
  );
}

function stringify(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
