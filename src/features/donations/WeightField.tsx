import type { ReactNode } from 'react';
import { type RefCallBack, useController, useFormState } from 'react-hook-form';
import { isQualifying, type WeightBand, weightBands } from '#shared/weights.ts';
import { weightLabels, weightName } from '#words/formats.ts';
import { logDonation as words } from '#words/log.tsx';
import { SelectField } from '#web/form/fields.tsx';
import { bayFrame, type BayTint, bayTints, Shelf } from '#web/ui/Shelf.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { Logo } from '#web/ui/Wordmark.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { rememberedSwitch, useSwitch } from '#web/ui/rememberedSwitch.ts';
import type { LogForm } from './logSchema.ts';
import { TextButton } from './TextButton.tsx';
import { BagFull } from '#web/art/BagFull.tsx';
import { Books } from '#web/art/Books.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Teapot } from '#web/art/Teapot.tsx';

export const DEFAULT_WEIGHT: WeightBand = '1-2kg';

const listPreference = rememberedSwitch('reround.log.weightAsList', false);
const weightOptions = weightBands.map((band) => ({ value: band, label: weightLabels[band] }));

type WeightFieldProps = { form: LogForm };

/** The choice of a weight band, by four pictures on a shelf or from a list. This browser remembers which. */
export function WeightField({ form }: WeightFieldProps) {
  const [prefersList, setPrefersList] = useSwitch(listPreference);
  const isHydrated = useIsHydrated();
  const showsList = isHydrated && prefersList;

  function toggleView() {
    // Otherwise react-hook-form would write to inputs that are no longer mounted.
    form.unregister('weight', { keepValue: true, keepDefaultValue: true, keepDirty: true });
    setPrefersList(!showsList);
  }

  const toggleButton = (
    <TextButton onClick={toggleView}>{showsList ? words.showPictures : words.showList}</TextButton>
  );
  if (!showsList) return <WeightShelf form={form} toggleButton={toggleButton} />;
  return (
    <div className="relative">
      <SelectField
        control={form.control}
        name="weight"
        label={words.weight}
        hint={words.weightHint}
        options={weightOptions}
      />
      <div className="absolute end-0 -top-0.75">{toggleButton}</div>
    </div>
  );
}

const tints: Readonly<Record<WeightBand, BayTint>> = {
  '0-1kg': 'spruce',
  '1-2kg': 'wheat',
  '2-3kg': 'sky',
  '3kg+': 'spruce',
};

function WeightShelf({ form: { control }, toggleButton }: WeightFieldProps & { toggleButton: ReactNode }) {
  // Controlled, since `register` reads a radio button that is still disabled as unchecked.
  const { field } = useController({ control, name: 'weight' });
  const { errors } = useFormState({ control, name: 'weight' });
  const error = errors.weight?.message;
  return (
    <div role="radiogroup" aria-labelledby="weight-name" aria-describedby={error && 'weight-error'}>
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-[0.9375rem] leading-[1.35]">
          <b id="weight-name" className="text-base font-[650]">
            {words.howHeavy}
          </b>{' '}
          <span className="ms-1 text-muted">{words.guessIsFine}</span>
        </p>
        {toggleButton}
      </div>
      {/* Always rendered: a live region that appears together with its text is not read out. */}
      <div aria-live="polite">
        {error && (
          <p id="weight-error" className="mt-1 font-semibold text-clay-deep">
            {error}
          </p>
        )}
      </div>
      <div
        className={`mt-2.25 grid grid-cols-2 gap-[2.5px] ${bayFrame} overflow-visible! ${error ? 'outline-3 outline-clay' : ''}`}
      >
        {weightBands.map((band) => (
          <WeightBay
            key={band}
            band={band}
            isChosen={field.value === band}
            onChoose={() => field.onChange(band)}
            // An error focuses the chosen weight, or the first if none is chosen.
            ref={band === (field.value || weightBands[0]) ? field.ref : undefined}
          />
        ))}
      </div>
    </div>
  );
}

type WeightBayProps = {
  band: WeightBand;
  isChosen: boolean;
  onChoose: () => void;
  ref: RefCallBack | undefined;
};

function WeightBay({ band, isChosen, onChoose, ref }: WeightBayProps) {
  const isHydrated = useIsHydrated();
  return (
    <label className="group relative flex cursor-pointer flex-col bg-raised has-checked:bg-spruce has-checked:text-on-spruce">
      <input
        ref={ref}
        type="radio"
        name="weight"
        value={band}
        checked={isChosen}
        onChange={onChoose}
        disabled={!isHydrated}
        className="absolute inset-0 z-20 cursor-pointer appearance-none rounded-shelf focus-visible:outline-[3px] focus-visible:outline-offset-[5px] focus-visible:outline-ink"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -inset-[2.5px] z-10 rounded-shelf border-[5px] border-spruce not-group-has-checked:hidden"
      />
      <Shelf
        thickness={7}
        className={`overflow-hidden ${bayTints[tints[band]]}`}
        rowClassName="h-28 justify-center -space-x-2 [&_svg]:shrink-0"
      >
        {drawings[band].map(({ name, Drawing, size }) => (
          <Drawing key={name} size={size} />
        ))}
      </Shelf>
      <span className="flex-1 ps-2.75 pe-2 pt-2 pb-2.5 leading-tight">
        <span className="flex items-start justify-between gap-1">
          <b className="t-4 text-[1.0625rem]!">
            {weightName(band)}
            {isQualifying(band) && <span className="sr-only">{words.qualifying}</span>}
          </b>
          <Pip closed={false} className="group-has-checked:hidden" />
          <Pip closed tone="onSpruce" className="animate-fade-in not-group-has-checked:hidden" />
        </span>
        <span className="block text-[0.875rem] text-muted group-has-checked:text-on-spruce-muted">
          {words.examples[band]}
        </span>
        {isQualifying(band) && (
          <span className="mt-1 flex items-center gap-1 text-[0.8125rem] font-[650] tracking-[-0.01em] text-spruce group-has-checked:text-on-spruce">
            <Logo size={16} className="group-has-checked:[&>path]:fill-on-spruce" />
            {words.countsTowardGold}
          </span>
        )}
      </span>
    </label>
  );
}

/** Drawings of things about as heavy as each weight band. */
const drawings = {
  '0-1kg': [{ name: 'mug', Drawing: Mug, size: 68 }],
  '1-2kg': [{ name: 'teapot', Drawing: Teapot, size: 94 }],
  '2-3kg': [
    { name: 'books', Drawing: Books, size: 70 },
    { name: 'lamp', Drawing: Lamp, size: 92 },
  ],
  '3kg+': [{ name: 'bag', Drawing: BagFull, size: 104 }],
} as const satisfies Record<WeightBand, unknown>;
