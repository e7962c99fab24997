// What the organisation decides by itself. It is one row, and whoever saves it says which state of it they saw.
import { consoleOnly } from '#shared/sentence.ts';
import { isDeepStrictEqual } from 'node:util';
import { doneBy, recordAudit } from '#features/audit/server.ts';
import { recordBadges } from '#features/donors/serverDonors.ts';
import { readSettings, type SettingsRow } from '#features/settings/site/server.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { settings } from '#server/schema.ts';
import { contract, type Settings } from './contract.ts';

export const settingsFeature = implement(contract, {
  settings: async ({ database }) => answer(await readSettings(database)),

  changeSettings: async ({ transaction, body: { updatedAt, ...given }, admin, now }) => {
    // Held until the end, so that of two who save at once the second is told of the first.
    const [row] = await transaction.select().from(settings).for('update');
    if (!row) throw new Error('The settings row is missing; migrations put it there.');
    if (updatedAt !== undefined && instantOf(updatedAt) !== instantOf(row.updatedAt)) {
      throw new Refusal(
        'settings_changed',
        consoleOnly(
          `${row.updatedBy ?? 'Somebody'} saved other settings meanwhile. Nothing of yours is saved yet.`,
        ),
      );
    }
    const before = settingsOf(row);
    const after: Settings = {
      ...before,
      ...withoutUndefined(given),
      retention: { ...before.retention, ...withoutUndefined(given.retention ?? {}) },
    };
    const changed = partsThatDiffer(before, after);
    if (changed.length === 0) return answer(row);
    if (changed.includes('milestones')) await recordBadges(transaction, before.milestones);
    const [saved] = await transaction
      .update(settings)
      .set({
        ...columnsOf(after),
        updatedAt: notBefore(row.updatedAt, now),
        updatedBy: admin.username,
      })
      .returning();
    if (!saved) throw new Error('The settings just saved were not returned.');
    await recordAudit(transaction, now, {
      ...doneBy(admin),
      action: 'settings.updated',
      entityType: 'system',
      entityId: null,
      details: { before: partsOf(before, changed), after: partsOf(after, changed) },
    });
    return answer(saved);
  },
});

/** In milliseconds, since one instant may be written in several ways. */
function instantOf(at: string | Date | null): number | null {
  return at === null ? null : new Date(at).getTime();
}

function answer(row: SettingsRow) {
  return {
    ok: true as const,
    settings: settingsOf(row),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    updatedBy: row.updatedBy,
  };
}

function settingsOf({ monthlyGoalKilograms, auditMonths, pickupMonths, signInMonths, ...row }: SettingsRow) {
  const { id: _id, updatedAt: _updatedAt, updatedBy: _updatedBy, ...same } = row;
  const found: Settings = {
    ...same,
    monthlyGoal: monthlyGoalKilograms,
    retention: { auditMonths, pickupMonths, signInMonths },
  };
  return found;
}

function columnsOf({ monthlyGoal, retention, ...same }: Settings) {
  return { ...same, monthlyGoalKilograms: monthlyGoal, ...retention };
}

type Part = keyof Settings;

function partsThatDiffer(before: Settings, after: Settings): Part[] {
  return (Object.keys(after) as Part[]).filter((part) => !isDeepStrictEqual(before[part], after[part]));
}

/** As the log keeps them for good: of testimonials how many, since they name people and are their words. */
function partsOf(all: Settings, parts: readonly Part[]): Record<string, unknown> {
  const { organization, ...others } = all;
  const named = { ...organization, testimonials: organization.testimonials.length };
  const kept: Record<Part, unknown> = { ...others, organization: named };
  return Object.fromEntries(parts.map((part) => [part, kept[part]]));
}

type Given<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

function withoutUndefined<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Given<Values>;
}

/** By when they were saved two states are told apart: it never stands still, even where the clock does. */
function notBefore(last: Date | null, now: Date): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}
