import { Calendar } from 'lucide-react';
import { memo, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import type { Day } from '#shared/dates.ts';
import { formatDay } from '#words/formats.ts';
import { logDonation as words } from '#words/log.tsx';
import { lengths } from '#shared/lengths.ts';
import { DateField, TextField } from '#web/form/fields.tsx';
import type { LogForm } from './logSchema.ts';
import { earliestDay } from './rules.ts';
import { form as formWords } from '#words/forms.ts';
import { TextButton } from './TextButton.tsx';
import type { PublicBin } from '#features/bins/contract.ts';

type WhenAndWhereProps = {
  form: LogForm;
  /** Null until hydrated. */
  today: Day | null;
  /** How many days before today the date may be; null for any number. */
  maxDaysBack: number | null;
  /** Suggested as drop sites. */
  bins: readonly PublicBin[];
};

const fieldNames = ['date', 'binLocation', 'dropSite'] as const;

/**
 * The fields for date and place. A phone folds them into one line, since most donations are of today and a scanned bin.
 * Suspense lets React hydrate them in a task of their own. Without `memo`, each render of the form would hydrate them at
 * once.
 */
export const WhenAndWhere = memo(function WhenAndWhere(props: WhenAndWhereProps) {
  return (
    <Suspense>
      <WhenAndWhereFields {...props} />
    </Suspense>
  );
});

function WhenAndWhereFields({ form, today, maxDaysBack, bins }: WhenAndWhereProps) {
  const { control } = form;
  const [isUnfolded, setUnfolded] = useState(false);
  const { errors } = useFormState({ control, name: fieldNames });
  const isOpen = isUnfolded || fieldNames.some((field) => errors[field] !== undefined);

  function unfold() {
    flushSync(() => setUnfolded(true));
    form.setFocus('date');
  }

  return (
    <>
      <div className={`-mt-1 items-center gap-2.25 bar:hidden ${isOpen ? 'hidden' : 'flex'}`}>
        <Calendar size={18} className="shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 text-[0.9375rem] leading-[1.35] wrap-anywhere">
          <SummaryLine form={form} today={today} />
        </p>
        <TextButton onClick={unfold}>
          {words.changeDateAndPlace((text) => (
            <span className="sr-only">{text}</span>
          ))}
        </TextButton>
      </div>
      {/* Always rendered, so that an error can focus its field. */}
      <div className={`grid gap-5 bar:grid-cols-2 ${isOpen ? '' : 'max-bar:hidden'}`}>
        <DateField
          control={control}
          name="date"
          label={words.date}
          hint={maxDaysBack === null ? undefined : words.daysBack(maxDaysBack)}
          min={(today && earliestDay(today, maxDaysBack)) ?? undefined}
          max={today ?? undefined}
          className="bar:col-span-2"
        />
        <DropSiteFields form={form} bins={bins} />
      </div>
    </>
  );
}

function SummaryLine({ form: { control }, today }: Pick<WhenAndWhereProps, 'form' | 'today'>) {
  const [date, binLocation, dropSite] = useWatch({ control, name: fieldNames });
  // The server's day and date format may differ from the browser's.
  if (today === null) return <>&nbsp;</>;
  const day = date === today ? words.today(date) : formatDay(date);
  return `${day}, ${dropSite?.trim() || binLocation?.trim() || words.noDropSite}`;
}

function DropSiteFields({ form: { control }, bins }: Pick<WhenAndWhereProps, 'form' | 'bins'>) {
  const [hasHadFocus, setHadFocus] = useState(false);
  return (
    <>
      <div onFocus={() => setHadFocus(true)}>
        <TextField
          control={control}
          name="dropSite"
          label={words.dropSite}
          labelNote={formWords.optional}
          hint={bins.length > 0 ? words.dropSiteWithListHint : words.dropSiteHint}
          list="bin-names"
          maxLength={lengths.place}
          autoComplete="off"
        />
        <datalist id="bin-names">
          {/* Rendered on focus, since two hundred options take a slow phone some 60 ms during hydration. */}
          {hasHadFocus &&
            bins.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
        </datalist>
      </div>
      <TextField
        control={control}
        name="binLocation"
        label={words.binLocation}
        labelNote={formWords.optional}
        hint={words.binLocationHint}
        maxLength={lengths.place}
        autoComplete="off"
      />
    </>
  );
}
