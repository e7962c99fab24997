import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Minus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import type { z } from 'zod';
import { type Day, daysAfter, weekdayOf } from '#shared/dates.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { lengths } from '#shared/lengths.ts';
import { useTodayOnceHydrated } from '#web/site/useToday.ts';
import { TextField } from '#web/form/fields.tsx';
import { Card } from '#web/ui/Card.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { SkeletonBox } from '#web/ui/Skeleton.tsx';
import { form as formWords } from '#words/forms.ts';
import { formatDays, formatHours, formatWeekday } from '#words/formats.ts';
import { pickupRequest as words } from '#words/pickups.tsx';
import type { contract } from './contract.ts';

type Schema = typeof contract.requestPickup.body;
type WindowsAnswer = EndpointResponse<typeof contract.pickupWindows>;
type OfferedWindows = WindowsAnswer['windows'];

type WindowFieldProps = {
  form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;
  windowsQuery: UseQueryResult<WindowsAnswer>;
  /** Whether the requester wants a time outside the windows. A text field then appears. */
  wantsAnotherTime: boolean;
  onWantAnotherTime: (wantsAnotherTime: boolean) => void;
};

/** The offered windows, week by week, as one group of radio buttons. */
export function WindowField({ form, windowsQuery, wantsAnotherTime, onWantAnotherTime }: WindowFieldProps) {
  const { control } = form;
  const { field, fieldState } = useController({ control, name: 'window' });
  const error = fieldState.error?.message;
  const windows = windowsQuery.data?.windows ?? [];
  const today = useTodayOnceHydrated();
  // Its button takes the focus if the field has an error: a full window's button cannot.
  const firstFreeWindow = windows.find(({ left }) => left > 0);

  return (
    <div className="mt-2.5">
      <div
        role="radiogroup"
        aria-labelledby="window-name"
        aria-describedby={classNames('window-hint', error && 'window-error')}
        className="grid gap-3.5"
      >
        <div>
          <h2 id="window-name" className="t-3">
            {words.windowHeading}
          </h2>
          <p id="window-hint" className="mt-0.5 text-[0.9375rem] leading-normal text-muted">
            {words.windowHint}
          </p>
          {/* Always rendered: a live region inserted together with its text is not announced. */}
          <div aria-live="polite">
            {error && (
              <p id="window-error" className="mt-1.5 flex gap-2 font-semibold leading-[1.4] text-clay-deep">
                <CircleAlert size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
                {error}
              </p>
            )}
          </div>
        </div>
        {windowsQuery.isPending && (
          <div role="status">
            <span className="sr-only">{words.loadingTimes}</span>
            <SkeletonBox className="h-[104px]" />
          </div>
        )}
        {windowsQuery.isError && (
          <ErrorBanner
            message={words.timesFailed}
            onRetry={() => void windowsQuery.refetch()}
            retrying={windowsQuery.isFetching}
          />
        )}
        {groupByWeek(windows).map(({ sunday, windows: windowsOfWeek }) => (
          <div key={sunday}>
            <p className="mb-1.5 text-[0.9375rem] font-[650] text-muted">
              {today !== null && sunday <= today ? words.thisWeek : formatDays(sunday, daysAfter(sunday, 6))}
            </p>
            <ChoiceList>
              {windowsOfWeek.map((window) => {
                const { date, from, to, left } = window;
                const isFull = left === 0;
                return (
                  <WindowChoice
                    key={`${date} ${from}`}
                    ref={window === firstFreeWindow ? field.ref : undefined}
                    name={formatWeekday(date)}
                    isChosen={field.value?.date === date && field.value.from === from && !isFull}
                    isFull={isFull}
                    onChoose={() => {
                      onWantAnotherTime(false);
                      field.onChange({ date, from });
                    }}
                    hours={formatHours(from, to)}
                    aside={isFull ? words.full : words.placesLeft(left)}
                    spokenAside={isFull ? words.full : words.spokenPlacesLeft(left)}
                  />
                );
              })}
            </ChoiceList>
          </div>
        ))}
        <ChoiceList>
          <WindowChoice
            ref={firstFreeWindow ? undefined : field.ref}
            name={words.anotherTime}
            isChosen={wantsAnotherTime}
            onChoose={() => {
              field.onChange(null);
              onWantAnotherTime(true);
            }}
            aside={words.anotherTimeHint}
            spokenAside={words.anotherTimeHint}
          />
        </ChoiceList>
      </div>
      {wantsAnotherTime && (
        <TextField
          control={control}
          name="preferredWords"
          label={words.preferredWords}
          labelNote={formWords.optional}
          hint={words.preferredWordsHint}
          maxLength={lengths.pickupPreferredWords}
          className="mt-4"
        />
      )}
    </div>
  );
}

/** The Sunday that begins the week of a day. */
const sundayOf = (date: Day) => daysAfter(date, -weekdayOf(date));

function groupByWeek(windows: OfferedWindows): { sunday: Day; windows: OfferedWindows }[] {
  const sundays = [...new Set(windows.map(({ date }) => sundayOf(date)))];
  return sundays.map((sunday) => ({
    sunday,
    windows: windows.filter(({ date }) => sundayOf(date) === sunday),
  }));
}

function ChoiceList({ children }: { children: ReactNode }) {
  return (
    <Card flush className="divide-y-[1.5px] divide-line overflow-clip">
      {children}
    </Card>
  );
}

type WindowChoiceProps = {
  ref?: Ref<HTMLInputElement> | undefined;
  name: string;
  hours?: string;
  isChosen: boolean;
  isFull?: boolean;
  onChoose: () => void;
  /** The text at the end of the row. */
  aside: string;
  /** `aside` for screen readers. */
  spokenAside: string;
};

function WindowChoice({
  ref,
  name,
  hours,
  isChosen,
  isFull = false,
  onChoose,
  aside,
  spokenAside,
}: WindowChoiceProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-13 items-center gap-x-3 px-3.5 py-2 sm:gap-x-3.5 sm:px-4',
        isFull
          ? 'bg-sunk text-muted'
          : 'cursor-pointer has-checked:bg-spruce has-checked:text-on-spruce not-has-checked:hover:bg-spruce-tint',
      )}
    >
      <input
        ref={ref}
        type="radio"
        name="window"
        aria-label={[name, hours, spokenAside].filter(Boolean).join(', ')}
        checked={isChosen}
        disabled={isFull}
        onChange={onChoose}
        className="peer absolute inset-0 cursor-pointer appearance-none rounded-card focus-visible:outline-[3px] focus-visible:-outline-offset-[3px] focus-visible:outline-ink disabled:cursor-not-allowed"
      />
      {isFull ? (
        <Minus size={20} className="shrink-0" aria-hidden="true" />
      ) : (
        <Pip closed={isChosen} size={20} tone={isChosen ? 'onSpruce' : 'spruce'} />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2.5 sm:gap-x-4">
        <b className="min-w-[5.5rem] sm:min-w-24 font-[650]">{name}</b>
        {hours && <span>{hours}</span>}
      </span>
      <span className="shrink-0 text-[0.9375rem] text-muted peer-checked:text-on-spruce-muted">{aside}</span>
    </label>
  );
}
