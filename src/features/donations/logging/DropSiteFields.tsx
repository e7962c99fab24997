import { lengths } from '#shared/lengths.ts';
import { ChevronDown } from 'lucide-react';
import { memo, Suspense, useId, useState } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';
import type { z } from 'zod';
import { TextField } from '#web/form/fields.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import type { contract } from './contract.ts';
import { useDropBins } from './dropBins.ts';
import type { Place } from './ScanBanner.tsx';

type Schema = typeof contract.logDonation.body;
type Body = z.input<Schema>;

type DropSiteFieldsProps = {
  control: Control<Body, unknown, z.output<Schema>>;
  /** What the QR code filled in, where one led here. */
  scanned: Place | null;
};

/**
 * Where it was dropped: folded away, since a scan has filled it in and without one it is optional. A boundary of its own
 * is hydrated in a task of its own, unless it is given something new before.
 */
export const DropSite = memo(function DropSite(props: DropSiteFieldsProps) {
  return (
    <Suspense>
      <DropSiteFields {...props} />
    </Suspense>
  );
});

function DropSiteFields({ control, scanned }: DropSiteFieldsProps) {
  const bins = useDropBins();
  const isHydrated = useIsHydrated();
  const fields = useId();
  const binNames = useId();
  const [unfolded, setUnfolded] = useState(false);
  const { errors } = useFormState({ control, name: ['binLocation', 'dropSite'] });
  const [binLocation, dropSite] = useWatch({ control, name: ['binLocation', 'dropSite'] });
  const open = unfolded || errors.binLocation !== undefined || errors.dropSite !== undefined;

  return (
    <div className="rounded-card border-[1.5px] border-line bg-raised">
      <button
        type="button"
        disabled={!isHydrated}
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => setUnfolded(!open)}
        className="group flex min-h-20 w-full cursor-pointer items-center gap-4 rounded-card px-4 py-3.5 text-start hover:bg-spruce-tint"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-[650] leading-snug">Bin and drop site</span>
          <span className="t-small mt-1 block text-muted">{summary({ binLocation, dropSite }, scanned)}</span>
        </span>
        <ChevronDown
          size={20}
          aria-hidden="true"
          className="me-1 shrink-0 group-aria-expanded:rotate-180 motion-safe:transition-transform"
        />
      </button>
      {/* Stays in the page when folded, so that a server's message finds its field. */}
      <div id={fields} hidden={!open} className="grid gap-[22px] px-4 pt-3 pb-4.5">
        <TextField
          control={control}
          name="dropSite"
          label="Drop site"
          mark="optional"
          hint={
            bins.length > 0
              ? 'Choose a bin from the list, or write where else you left it.'
              : 'The bin’s name or code, or where else you left it.'
          }
          list={binNames}
          maxLength={lengths.place}
          autoComplete="off"
        />
        <datalist id={binNames}>
          {/* Only once they can be seen: two hundred take a slow phone some 60 ms, just as the page is hydrated. */}
          {open &&
            bins.map(({ id, name }) => (
              <option key={id} value={name}>
                {name}
              </option>
            ))}
        </datalist>
        <TextField
          control={control}
          name="binLocation"
          label="Bin location"
          mark="optional"
          hint="Where the bin stands."
          maxLength={lengths.place}
          autoComplete="off"
        />
      </div>
    </div>
  );
}

function summary(
  { binLocation, dropSite }: Pick<Body, 'binLocation' | 'dropSite'>,
  scanned: Place | null,
): string {
  const place = dropSite?.trim() || binLocation?.trim();
  if (!place) return 'Optional: where you left it.';
  const untouched = scanned?.dropSite === dropSite && scanned?.binLocation === binLocation;
  return untouched ? `${place}, from the QR code` : place;
}
