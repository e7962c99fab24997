import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useDonor } from '#web/site/SiteData.tsx';
import { lengths } from '#shared/lengths.ts';
import { logDonation as words } from '#words/log.tsx';
import { TextField } from '#web/form/fields.tsx';
import { paths } from '#web/paths.ts';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import type { LogForm } from './logSchema.ts';
import { TextButton } from './TextButton.tsx';

/**
 * The donor the form starts with: the signed-in one, else the one that this device remembers; empty on a kiosk.
 * `isLoading` is true until the server has said who is signed in.
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

/** How long to wait for the donor ID before showing the field. */
const PATIENCE_MILLISECONDS = 3_000;

type DonorFieldProps = {
  form: LogForm;
  initial: ReturnType<typeof useInitialDonor>;
  /** Somebody has pressed "Not you?". */
  isNotMe: boolean;
  onNotMe: () => void;
  remember: boolean;
  /** Null on a kiosk, which everybody uses. */
  onRemember: ((remember: boolean) => void) | null;
};

/** One line if the donor is known, else the field for the donor ID. */
export function DonorField({ form, initial, isNotMe, onNotMe, remember, onRemember }: DonorFieldProps) {
  const { control } = form;
  const { hint } = useSiteInfo().donorId;
  const isHydrated = useIsHydrated();
  const { errors, dirtyFields } = useFormState({ control, name: 'studentId' });
  const donorId = useWatch({ control, name: 'studentId' });
  const isLate = useIsLate(initial.donorId === '' && initial.isLoading);
  const isTyped = isNotMe || isLate || dirtyFields.studentId === true || errors.studentId !== undefined;
  const isNamed = !isTyped && (donorId !== '' || initial.donorId !== '' || initial.isLoading);

  // Before hydration by the document's attribute `data-donor` (server/pages.ts), so that the form does not move later.
  const classesBeforeHydration = {
    line: 'hidden [[data-donor]_&]:flex',
    field: '[[data-donor]_&]:hidden',
  };
  const classesAfterHydration = isNamed ? { line: 'flex', field: 'hidden' } : { line: 'hidden', field: '' };
  const classes = isHydrated ? classesAfterHydration : classesBeforeHydration;

  function forgetDonor() {
    rememberDonorId(null);
    // Flushed first, since a pending effect may still put the remembered donor ID into the field.
    flushSync(onNotMe);
    form.setValue('studentId', '', { shouldDirty: true });
    form.setFocus('studentId');
  }

  return (
    <>
      <div className={`items-center gap-2.25 leading-[1.35] ${classes.line}`}>
        <UserRound size={18} className="shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 truncate text-base leading-[1.35] text-muted">
          {words.loggingAs(<b className="font-[650] text-ink">{isHydrated && donorId}</b>)}
        </p>
        <TextButton onClick={forgetDonor}>{words.notYou}</TextButton>
      </div>
      <div className={`grid gap-3 ${classes.field}`}>
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

/** True once the wait was too long. It stays true, since the field must not vanish while somebody types. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isLate;
}

const cookie = 'reround_log_as';
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The donor ID that this device remembers for the log page of this language, or an empty text. */
export function rememberedDonorId(): string {
  const entry = document.cookie.split('; ').find((one) => one.startsWith(`${cookie}=`));
  try {
    return decodeURIComponent(entry?.slice(cookie.length + 1) ?? '');
  } catch {
    // This site did not write the value.
    return '';
  }
}

/**
 * Remembers a donor ID on this device for the log page of this language, or forgets it. A cookie tells the server, which
 * renders the page for a known donor.
 */
export function rememberDonorId(donorId: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = donorId === null ? 0 : MAX_AGE_SECONDS;
  document.cookie = `${cookie}=${encodeURIComponent(donorId ?? '')}; path=${paths.log}; max-age=${age}; samesite=lax${secure}`;
}
