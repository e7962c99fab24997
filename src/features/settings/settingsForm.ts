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

/** A number as it is typed: a comma is a decimal one, unless groups of three digits follow it, as in 1,000. */
const typedNumber = z
  .string()
  .trim()
  .transform((text) => {
    if (text === '') return null;
    return Number(/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.'));
  });

/** Changes only the type of a text, so that it can be piped into a schema that also accepts null. */
const typedText = z.string().transform((text): string | null | undefined => text);

/** An address, line by line. An error in a line is shown at the field. */
const typedLines = z.string().transform((text, context) => {
  const lines = text.split('\n').map((line) => line.trim());
  const { data, error } = organization.shape.addressLines.safeParse(lines.filter(Boolean));
  if (data) return data;
  context.addIssue({ code: 'custom', message: error.issues[0]?.message });
  return z.NEVER;
});

/** Three typed numbers. An error of the whole list is shown at the first number that is not above the previous one. */
const typedMilestones = z.array(typedNumber).transform((counts, context) => {
  const { data, error } = milestones.safeParse(counts);
  if (data) return data;
  const firstNotHigher = counts.findIndex((count, index) => Number(count) <= Number(counts[index - 1]));
  const listErrorIndex = firstNotHigher === -1 ? 0 : firstNotHigher;
  for (const { path, message } of error.issues) {
    context.addIssue({ code: 'custom', message, path: path.length > 0 ? path : [listErrorIndex] });
  }
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

/** Rows are objects, because the form library accepts no plain values. */
const typedDays = z
  .array(z.object({ day: pickupClosed.element }))
  .transform((rows) => rows.map(({ day }) => day))
  .pipe(pickupClosed);

// The switch of the second factor is on the Admins tab.
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

const toText = (number: number | null): string => (number === null ? '' : String(number));

/** The initial values of the form. */
export function toFormValues({
  isSecondFactorRequired: _isSecondFactorRequired,
  ...values
}: Settings): SettingsInput {
  const { organization: details, retention: months } = values;
  return {
    ...values,
    monthlyGoal: toText(values.monthlyGoal),
    milestones: values.milestones.map(toText),
    usesPerCode: toText(values.usesPerCode),
    daysValid: toText(values.daysValid),
    organization: {
      ...details,
      phone: details.phone ?? '',
      addressLines: details.addressLines.join('\n'),
      testimonials: details.testimonials.map((testimonial) => ({
        ...testimonial,
        example: testimonial.example ?? false,
      })),
    },
    donorId: { hint: values.donorId.hint ?? '', digits: toText(values.donorId.digits) },
    maxLoggedPerDay: toText(values.maxLoggedPerDay),
    maxDaysBack: toText(values.maxDaysBack),
    networks: values.networks.map(({ network, factor }) => ({ network, factor: toText(factor) })),
    pickupWindows: values.pickupWindows.map((window) => ({
      ...window,
      weekday: String(window.weekday),
      capacity: toText(window.capacity),
    })),
    pickupClosed: values.pickupClosed.map((day) => ({ day })),
    retention: {
      auditMonths: toText(months.auditMonths),
      pickupMonths: toText(months.pickupMonths),
      signInMonths: toText(months.signInMonths),
    },
  };
}

/** The paths of the settings that differ. A list, such as the milestones, counts as one setting. */
export function findChangedPaths(before: SettingsInput, after: SettingsInput): FieldPath<SettingsInput>[] {
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
