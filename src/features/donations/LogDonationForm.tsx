import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { Day } from '#shared/dates.ts';
import { weightBands, weightLabels } from '#shared/weights.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import { DateField, SelectField, TextField } from '#web/form/fields.tsx';
import { Form } from '#web/form/Form.tsx';
import { applyFieldErrors, useZodForm } from '#web/form/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { logDonationBody } from './contract.ts';
import { DropSiteFields } from './DropSiteFields.tsx';
import { whyNotDate } from './rules.ts';
import type { Scan } from './ScanBanner.tsx';

export type LoggedBody = z.output<typeof logDonationBody>;

const weightOptions = weightBands.map((band) => ({ value: band, label: weightLabels[band] }));

type LogDonationFormProps = {
  scan: Scan | null;
  today: Day;
  timeZone: string;
  logDonation: UseMutationResult<unknown, Error, LoggedBody>;
};

export function LogDonationForm({ scan, today, timeZone, logDonation }: LogDonationFormProps) {
  const form = useZodForm(notLaterThanToday(timeZone), {
    defaultValues: {
      studentId: '',
      weight: '1-2kg',
      date: today,
      binLocation: scan?.location ?? '',
      dropSite: scan?.bin ?? '',
    },
  });

  // The site's time zone may arrive after the form, and in it the day may be another.
  useEffect(() => {
    if (!form.getFieldState('date').isDirty) form.resetField('date', { defaultValue: today });
  }, [form, today]);

  function submit(body: LoggedBody) {
    logDonation.mutate(body, {
      onError: (error) => {
        const fields = error instanceof ApiError ? error.fields : {};
        const homeless = Object.values(applyFieldErrors(form, fields));
        const allAtFields = Object.keys(fields).length > 0 && homeless.length === 0;
        if (!allAtFields)
          toast({ title: 'Error', description: homeless[0] ?? failure(error), kind: 'error' });
      },
    });
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      pending={logDonation.isPending}
      // A failure that is no field's is said in the toast.
      error={null}
      actions={
        <Button type="submit" size="large" pending={logDonation.isPending} pendingLabel="Logging…">
          Log Donation
        </Button>
      }
    >
      <TextField
        control={form.control}
        name="studentId"
        label="Student ID"
        transform={(text) => text.toUpperCase()}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
      />
      <SelectField
        control={form.control}
        name="weight"
        label="Weight range"
        hint="Your best guess is fine. Qualifying weights count toward Gold Giver."
        options={weightOptions}
      />
      <DateField control={form.control} name="date" label="Date" max={today} />
      <DropSiteFields control={form.control} scan={scan} />
    </Form>
  );
}

function notLaterThanToday(timeZone: string) {
  const date = logDonationBody.shape.date.superRefine((text, context) => {
    const why = whyNotDate(text, new Date(), timeZone);
    if (why !== null) context.addIssue(why);
  });
  return logDonationBody.extend({ date });
}

/** Offline is not told apart here: spec section 8 has one sentence for every answer that is not the server's. */
function failure(error: Error): string {
  const otherwise = 'Failed to log donation';
  return error instanceof ApiError ? errorMessage(error, otherwise) : otherwise;
}
