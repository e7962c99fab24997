import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useDonor } from '#web/site/Visit.tsx';
import { lengths } from '#shared/lengths.ts';
import { logDonation as words } from '#words/log.tsx';
import { TextField } from '#web/form/fields.tsx';
import { paths } from '#web/paths.ts';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import type { LogForm } from './logSchema.ts';
import { TextButton } from './TextButton.tsx';

/**
 * The donor the form starts with: the signed-in one, else the one that this device remembers; empty on a kiosk. `isLoading`
 * while the answer that names the signed-in donor is awaited.
 */
export function useInitialDonor(isKiosk: boolean) {
  const isHydrated = useIsHydrated();
  const me = useDonor();
  if (!isHydrated || isKiosk) return { donorId: '', isLoading: false };
  return {
    donorId: me ? me.studentId : rememberedDonorId(),
    isLoading: me === undefined && 'donor' in document.documentElement.dataset,
  };
}

/** After this the field replaces a line that still has no donor ID. */
const PATIENCE_MILLISECONDS = 3_000;

type DonorFieldProps = {
  form: LogForm;
  initial: ReturnType<typeof useInitialDonor>;
  /** Somebody has pressed "Not you?". */
  isOther: boolean;
  onOther: () => void;
  remember: boolean;
  /** Null on a kiosk, which everybody uses. */
  onRemember: ((remember: boolean) => void) | null;
};

/** One line if the donor is clear, else the field for the donor ID. */
export function DonorField({ form, initial, isOther, onOther, remember, onRemember }: DonorFieldProps) {
  const { control } = form;
  const { hint } = useSiteInfo().donorId;
  const isHydrated = useIsHydrated();
  const { errors, dirtyFields } = useFormState({ control, name: 'studentId' });
  const donorId = useWatch({ control, name: 'studentId' });
  const isLate = useIsLate(initial.donorId === '' && initial.isLoading);
  const isTyped = isOther || isLate || dirtyFields.studentId === true || errors.studentId !== undefined;
  const isNamed = !isTyped && (donorId !== '' || initial.donorId !== '' || initial.isLoading);

  // Before hydration by a mark on the document (server/pages.ts), so that the form does not move later.
  const inDocument = {
    line: 'hidden [[data-donor]_&]:flex',
    field: '[[data-donor]_&]:hidden',
  };
  const hydrated = isNamed ? { line: 'flex', field: 'hidden' } : { line: 'hidden', field: '' };
  const shown = isHydrated ? hydrated : inDocument;

  function becomeOther() {
    rememberDonorId(null);
    // First: a pending effect may still put the remembered donor ID into the field.
    flushSync(onOther);
    form.setValue('studentId', '', { shouldDirty: true });
    form.setFocus('studentId');
  }

  return (
    <>
      <div className={`items-center gap-2.25 leading-[1.35] ${shown.line}`}>
        <UserRound size={18} className="shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 truncate text-base leading-[1.35] text-muted">
          {words.loggingAs(<b className="font-[650] text-ink">{isHydrated && donorId}</b>)}
        </p>
        <TextButton onClick={becomeOther}>{words.notYou}</TextButton>
      </div>
      <div className={`grid gap-3 ${shown.field}`}>
        <TextField
          control={control}
          name="studentId"
          label={words.studentId}
          hint={hint ?? undefined}
          transform={(text) => text.toUpperCase()}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={lengths.donorId}
        />
        {onRemember && (
          <Field inline label={words.rememberMe}>
            <Checkbox checked={remember} onChange={({ target }) => onRemember(target.checked)} />
          </Field>
        )}
      </div>
    </>
  );
}

/** True once the wait was too long, and from then on: the field must not vanish while somebody types. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const waiting = setTimeout(() => setLate(true), PATIENCE_MILLISECONDS);
    return () => clearTimeout(waiting);
  }, [isAwaited]);
  return isLate;
}

const cookie = 'reround_log_as';
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The donor ID that this device remembers, or an empty text. */
export function rememberedDonorId(): string {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${cookie}=`));
  try {
    return decodeURIComponent(entry?.slice(cookie.length + 1) ?? '');
  } catch {
    // Not a cookie of this site.
    return '';
  }
}

/** Remembers a donor ID on this device, or forgets it. A cookie, so that the server can render for it. */
export function rememberDonorId(donorId: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = donorId === null ? 0 : MAX_AGE_SECONDS;
  document.cookie = `${cookie}=${encodeURIComponent(donorId ?? '')}; path=${paths.log}; max-age=${age}; samesite=lax${secure}`;
}
