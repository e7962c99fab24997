// The settings form: numbers and lists of lines are text until they are saved.
import { type FieldPath, get } from 'react-hook-form';
import { z } from 'zod';
import { settings, type Settings } from './contract.ts';

const {
  usesPerCode,
  daysValid,
  monthlyGoal,
  milestones,
  organization,
  donorId,
  maxLoggedPerDay,
  maxDaysBack,
  networks,
  pickupWindows,
  pickupClosed,
  retention,
} = settings.shape;

/** A number as it is typed, with a comma or a point. */
const typedNumber = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : Number(text.replace(',', '.'))));

/** A text, for a schema in which it may be null. */
const typedText = z.string().transform((text): string | null | undefined => text);

/** An address, line by line. An error in a line is shown at the field. */
const typedLines = z.string().transform((text, context) => {
  const lines = text.split('\n').map((line) => line.trim());
  const { data, error } = organization.shape.addressLines.safeParse(lines.filter(Boolean));
  if (data) return data;
  context.addIssue({ code: 'custom', message: error.issues[0]?.message });
  return z.NEVER;
});

/** Three typed numbers. An error of all of them is shown at the first that is not above the one before. */
const typedMilestones = z.array(typedNumber).transform((counts, context) => {
  const { data, error } = milestones.safeParse(counts);
  if (data) return data;
  const fallsAt = counts.findIndex((count, index) => Number(count) <= Number(counts[index - 1]));
  for (const { path, message } of error.issues)
    context.addIssue({ code: 'custom', message, path: path.length > 0 ? path : [Math.max(fallsAt, 0)] });
  return z.NEVER;
});

/** A select gives its day of the week as text. */
const typedWindows = z
  .array(
    z.object({
      weekday: z.string().transform(Number),
      from: z.string(),
      to: z.string(),
      capacity: typedNumber,
    }),
  )
  .pipe(pickupWindows);

/** Rows that can come and go have to be objects. */
const typedDays = z
  .array(z.object({ day: pickupClosed.element }))
  .transform((rows) => rows.map(({ day }) => day))
  .pipe(pickupClosed);

// The team's tab has the switch of the second factor.
export const settingsForm = settings.omit({ isSecondFactorRequired: true }).extend({
  monthlyGoal: typedNumber.pipe(monthlyGoal),
  milestones: typedMilestones,
  usesPerCode: typedNumber.pipe(usesPerCode),
  daysValid: typedNumber.pipe(daysValid),
  organization: organization.extend({
    phone: typedText.pipe(organization.shape.phone),
    addressLines: typedLines,
  }),
  donorId: z.object({
    hint: typedText.pipe(donorId.shape.hint),
    digits: typedNumber.pipe(donorId.shape.digits),
  }),
  maxLoggedPerDay: typedNumber.pipe(maxLoggedPerDay),
  maxDaysBack: typedNumber.pipe(maxDaysBack),
  networks: z.array(networks.element.extend({ factor: typedNumber.pipe(networks.element.shape.factor) })),
  pickupWindows: typedWindows,
  pickupClosed: typedDays,
  retention: z.object({
    auditMonths: typedNumber.pipe(retention.shape.auditMonths),
    pickupMonths: typedNumber.pipe(retention.shape.pickupMonths),
    signInMonths: typedNumber.pipe(retention.shape.signInMonths),
  }),
});

export type SettingsInput = z.input<typeof settingsForm>;
export type SettingsOutput = z.output<typeof settingsForm>;

const typed = (number: number | null): string => (number === null ? '' : String(number));

/** The settings as the form begins with them. */
export function formValues({ isSecondFactorRequired: _ofTeam, ...values }: Settings): SettingsInput {
  const { organization: own, retention: months } = values;
  return {
    ...values,
    monthlyGoal: typed(values.monthlyGoal),
    milestones: values.milestones.map(typed),
    usesPerCode: typed(values.usesPerCode),
    daysValid: typed(values.daysValid),
    organization: {
      ...own,
      phone: own.phone ?? '',
      addressLines: own.addressLines.join('\n'),
      testimonials: own.testimonials.map((one) => ({ ...one, example: one.example ?? false })),
    },
    donorId: { hint: values.donorId.hint ?? '', digits: typed(values.donorId.digits) },
    maxLoggedPerDay: typed(values.maxLoggedPerDay),
    maxDaysBack: typed(values.maxDaysBack),
    networks: values.networks.map(({ network, factor }) => ({ network, factor: typed(factor) })),
    pickupWindows: values.pickupWindows.map((window) => ({
      ...window,
      weekday: String(window.weekday),
      capacity: typed(window.capacity),
    })),
    pickupClosed: values.pickupClosed.map((day) => ({ day })),
    retention: {
      auditMonths: typed(months.auditMonths),
      pickupMonths: typed(months.pickupMonths),
      signInMonths: typed(months.signInMonths),
    },
  };
}

/** The settings that differ: a list of lines is one, as are the milestones. */
export function changedSettings(before: SettingsInput, after: SettingsInput): FieldPath<SettingsInput>[] {
  return Object.entries(after)
    .flatMap(([part, value]) =>
      part === 'organization' || part === 'donorId' || part === 'retention'
        ? Object.keys(value).map((name) => `${part}.${name}`)
        : part,
    )
    .filter(
      (path) => JSON.stringify(get(before, path)) !== JSON.stringify(get(after, path)),
    ) as FieldPath<SettingsInput>[];
}
