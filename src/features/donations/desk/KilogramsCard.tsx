import { useId } from 'react';
import { Kbd } from '#web/ui/Kbd.tsx';
import { DonationKilograms, WeighingNote, type WeighingProps } from './KilogramsField.tsx';

/** The kilograms beside the donation, as large as on a scale. */
export function KilogramsCard({ desk, donation }: WeighingProps) {
  const id = useId();
  return (
    <section
      aria-label="Weighing"
      className="flex min-w-0 flex-col rounded-console-card border-[1.5px] border-line bg-raised p-4 lg:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <label
          htmlFor={id}
          className="font-display text-[1.375rem] leading-[1.15] font-[750] tracking-[-.022em]"
        >
          Kilograms
        </label>
        <p id={`${id}-empty`} className="text-[0.9375rem] text-muted">
          empty: {donation.weight} as claimed
        </p>
      </div>
      <DonationKilograms
        desk={desk}
        donation={donation}
        id={id}
        describedBy={`${id}-empty ${id}-said`}
        className="mt-2.5 h-51.5"
        sizes={['text-[6rem] lg:text-[8.5rem]', 'text-[4.25rem] lg:text-[6rem]']}
      />
      <div id={`${id}-said`} aria-live="polite" className="min-h-15 pt-4 pb-3">
        <WeighingNote desk={desk} donation={donation} />
      </div>
      <p className="mt-auto flex flex-wrap items-center gap-x-2.5 gap-y-1.5 border-t-[1.5px] border-line pt-4 text-[0.875rem] text-muted">
        Keypad alone:
        {(
          [
            ['−', 'rejects'],
            ['+', 'skips'],
            ['*', 'email'],
            ['/', 'undoes'],
          ] as const
        ).map(([key, words]) => (
          <span key={key} className="inline-flex items-center gap-2">
            <span className="flex text-ink">
              <Kbd>{key}</Kbd>
            </span>
            {words}
          </span>
        ))}
      </p>
    </section>
  );
}
