import type { ReactNode } from 'react';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import type { z } from 'zod';
import { isQualifying, type WeightBand, weightBands, weightLabels } from '#shared/weights.ts';
import { BagFull } from '#web/art/BagFull.tsx';
import { Books } from '#web/art/Books.tsx';
import { Lamp } from '#web/art/Lamp.tsx';
import { Mug } from '#web/art/Mug.tsx';
import { Teapot } from '#web/art/Teapot.tsx';
import { SelectField } from '#web/form/fields.tsx';
import { bayFrame, type BayTint, bayTints } from '#web/ui/Bay.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { rememberedSwitch, useSwitch } from '#web/ui/rememberedSwitch.ts';
import { Shelf } from '#web/ui/Shelf.tsx';
import type { contract } from './contract.ts';

type Schema = typeof contract.logDonation.body;

/** What is chosen where nobody chooses (beyond, section 1). */
export const DEFAULT_WEIGHT: WeightBand = '1-2kg';

const asList = rememberedSwitch('reround.log.weightAsList', false);
const options = weightBands.map((band) => ({ value: band, label: weightLabels[band] }));

type WeightFieldProps = { form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> };

/** How heavy it is: four pictures on a shelf, or a list for those who would rather have one. */
export function WeightField({ form }: WeightFieldProps) {
  const [prefersList, setPrefersList] = useSwitch(asList);
  const isHydrated = useIsHydrated();
  const isList = isHydrated && prefersList;

  function change() {
    // Else react-hook-form would write into the fields that are gone.
    form.unregister('weight', { keepValue: true, keepDefaultValue: true, keepDirty: true });
    setPrefersList(!isList);
  }

  const other = (
    <button
      type="button"
      disabled={!isHydrated}
      onClick={change}
      className="-my-2.5 min-h-11 cursor-pointer font-[650] text-spruce underline-offset-4 hover:underline"
    >
      {isList ? 'Use pictures' : 'Use a list'}
    </button>
  );
  if (!isList) return <WeightShelf form={form} other={other} />;
  return (
    <div className="relative">
      <SelectField
        control={form.control}
        name="weight"
        label="Weight range"
        hint="Your best guess is fine. Qualifying weights count toward Gold Giver."
        options={options}
      />
      <div className="absolute end-0 top-0">{other}</div>
    </div>
  );
}

interface Bay {
  name: string;
  example: string;
  tint: BayTint;
  objects: ReactNode;
}

// The objects grow with the weight.
const bays: Readonly<Record<WeightBand, Bay>> = {
  '0-1kg': { name: 'Less than 1kg', example: 'About a mug', tint: 'spruce', objects: <Mug size={68} /> },
  '1-2kg': { name: '1-2kg', example: 'About a teapot', tint: 'wheat', objects: <Teapot size={94} /> },
  '2-3kg': {
    name: '2-3kg',
    example: 'Books and a lamp',
    tint: 'sky',
    objects: (
      <>
        <Books size={70} />
        <Lamp size={92} />
      </>
    ),
  },
  '3kg+': { name: '3kg+', example: 'A full bag', tint: 'spruce', objects: <BagFull size={104} /> },
};

function WeightShelf({ form: { control }, other }: WeightFieldProps & { other: ReactNode }) {
  const { errors } = useFormState({ control, name: 'weight' });
  const error = errors.weight?.message;
  return (
    <div role="radiogroup" aria-labelledby="weight-name" aria-describedby={error && 'weight-error'}>
      <div className="flex items-baseline justify-between gap-4">
        <p className="leading-[1.35]">
          <b id="weight-name" className="font-[650]">
            How heavy is it?
          </b>{' '}
          <span className="ms-1 text-muted">A guess is fine</span>
        </p>
        {other}
      </div>
      {/* Always in the page: a live region that arrives together with its words is not read out. */}
      <div aria-live="polite">
        {error && (
          <p id="weight-error" className="mt-1 font-semibold text-clay-deep">
            {error}
          </p>
        )}
      </div>
      <div
        className={`mt-2.5 grid grid-cols-2 gap-[2.5px] ${bayFrame} overflow-visible! ${error ? 'outline-3 outline-clay' : ''}`}
      >
        {weightBands.map((band) => (
          <WeightBay key={band} band={band} registration={control.register('weight')} />
        ))}
      </div>
    </div>
  );
}

type Registration = ReturnType<WeightFieldProps['form']['register']>;

/** One weight: the whole bay is pressed. Chosen it is framed and filled, and its loop is closed. */
function WeightBay({ band, registration }: { band: WeightBand; registration: Registration }) {
  const { name, example, tint, objects } = bays[band];
  const isHydrated = useIsHydrated();
  return (
    <label className="group relative flex cursor-pointer flex-col bg-raised has-checked:bg-spruce has-checked:text-on-spruce">
      <input
        type="radio"
        value={band}
        defaultChecked={band === DEFAULT_WEIGHT}
        disabled={!isHydrated}
        {...registration}
        className="peer absolute inset-0 z-20 cursor-pointer appearance-none rounded-shelf focus-visible:outline-[3px] focus-visible:outline-offset-[5px] focus-visible:outline-ink"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -inset-[2.5px] z-10 rounded-shelf border-[5px] border-spruce not-group-has-checked:hidden"
      />
      <Shelf
        thickness={7}
        className={`overflow-hidden ${bayTints[tint]}`}
        rowClassName="h-[105px] justify-center gap-4 px-3"
      >
        {objects}
      </Shelf>
      <span className="flex-1 px-[11px] pt-2 pb-2.5 leading-tight">
        <span className="flex items-start justify-between gap-1.5">
          <b className="t-4 text-[1.0625rem]!">{name}</b>
          <Pip closed={false} className="group-has-checked:hidden" />
          <Pip closed tone="onSpruce" className="not-group-has-checked:hidden" />
        </span>
        <span className="block text-[0.875rem] text-muted group-has-checked:text-on-spruce-muted">
          {example}
        </span>
        {isQualifying(band) && (
          <span className="mt-1 flex items-center gap-1 text-[0.8125rem] font-[650] text-spruce group-has-checked:text-on-spruce">
            <Mark size={16} className="group-has-checked:[&>path:first-child]:fill-on-spruce" />
            Counts toward Gold
          </span>
        )}
      </span>
    </label>
  );
}
