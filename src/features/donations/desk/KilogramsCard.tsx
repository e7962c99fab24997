import { useId } from 'react';
import { Kbd } from '#web/ui/Kbd.tsx';
import { DonationKilograms, WeighingNote, type WeighingProps } from './KilogramsField.tsx';

const keypadKeys = [
  { key: '−', action: 'rejects' },
  { key: '+', action: 'skips' },
  { key: '*', action: 'email' },
  { key: '/', action: 'undoes' },
] as const;

/** The field for the kilograms, in large digits beside the donation. */
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
        describedBy={`${id}-empty ${id}-note`}
        className="mt-2.5 h-51.5"
        textSizes={{ short: 'text-[6rem] lg:text-[8.5rem]', long: 'text-[4.25rem] lg:text-[6rem]' }}
      />
      <div id={`${id}-note`} aria-live="polite" className="min-h-15 pt-4 pb-3">
        <WeighingNote desk={desk} donation={donation} />
      </div>
      <p className="mt-auto flex flex-wrap items-center gap-x-2.5 gap-y-1.5 border-t-[1.5px] border-line pt-4 text-[0.875rem] text-muted">
        Keypad alone:
        {keypadKeys.map(({ key, action }) => (
          <span key={key} className="inline-flex items-center gap-2">
            <span className="flex text-ink">
              <Kbd>{key}</Kbd>
            </span>
            {action}
          </span>
        ))}
      </p>
    </section>
  );
}
