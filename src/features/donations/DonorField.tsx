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
 * The donor ID that the form starts with: of the signed-in donor, else of the one that this device remembers. Empty on a
 * kiosk. `isLoading` is true while the page expects a donor, but does not know yet who is signed in.
 */
export function useInitialDonor(isKiosk: boolean) {
  const isHydrated = useIsHydrated();
  const signedInDonor = useDonor();
  if (!isHydrated || isKiosk) return { donorId: '', isLoading: false };
  return {
    donorId: signedInDonor ? signedInDonor.studentId : rememberedDonorId(),
    isLoading: signedInDonor === undefined && 'donor' in document.documentElement.dataset,
  };
}

/** How long to wait for the donor ID before showing the field. */
const MAX_WAIT_MILLISECONDS = 3_000;

type DonorFieldProps = {
  form: LogForm;
  initialDonor: ReturnType<typeof useInitialDonor>;
  /** Whether somebody has pressed "Not you?". */
  isNotMe: boolean;
  onNotMe: () => void;
  /** Whether this device is to remember the donor. */
  shouldRemember: boolean;
  /** Null on a kiosk, which remembers nobody. */
  onRememberChange: ((shouldRemember: boolean) => void) | null;
};

/** One line if the donor is known, else the field for the donor ID. */
export function DonorField({
  form,
  initialDonor,
  isNotMe,
  onNotMe,
  shouldRemember,
  onRememberChange,
}: DonorFieldProps) {
  const { control } = form;
  const { hint } = useSiteInfo().donorId;
  const isHydrated = useIsHydrated();
  const { errors, dirtyFields } = useFormState({ control, name: 'studentId' });
  const donorId = useWatch({ control, name: 'studentId' });
  const isLate = useIsLate(initialDonor.donorId === '' && initialDonor.isLoading);
  const needsField = isNotMe || isLate || dirtyFields.studentId === true || errors.studentId !== undefined;
  const isDonorExpected = donorId !== '' || initialDonor.donorId !== '' || initialDonor.isLoading;

  // Before hydration the document's `data-donor` (server/pages.ts) decides, so that the form does not move later.
  const classesBeforeHydration = {
    line: 'hidden [[data-donor]_&]:flex',
    field: '[[data-donor]_&]:hidden',
  };
  const classesAfterHydration =
    isDonorExpected && !needsField ? { line: 'flex', field: 'hidden' } : { line: 'hidden', field: '' };
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
        {onRememberChange && (
          <Field inline label={words.rememberMe}>
            <Checkbox checked={shouldRemember} onChange={({ target }) => onRememberChange(target.checked)} />
          </Field>
        )}
      </div>
    </>
  );
}

/** Whether a wait has been too long. Stays true, since the field must not vanish while somebody types. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLate(true), MAX_WAIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isAwaited]);
  return isLate;
}

const COOKIE_NAME = 'reround_log_as';
/** The longest that browsers keep a cookie. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** The donor ID that this device remembers for the log page of this language. Empty if there is none. */
export function rememberedDonorId(): string {
  const entry = document.cookie.split('; ').find((text) => text.startsWith(`${COOKIE_NAME}=`));
  try {
    return decodeURIComponent(entry?.slice(COOKIE_NAME.length + 1) ?? '');
  } catch {
    // The value is not one that this site wrote.
    return '';
  }
}

/**
 * Remembers a donor ID on this device for the log page of this language, or forgets it. A cookie tells the server, which
 * renders the page for a known donor.
 */
export function rememberDonorId(donorId: string | null): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const maxAgeSeconds = donorId === null ? 0 : MAX_AGE_SECONDS;
  document.cookie = `${COOKIE_NAME}=${encodeURIComponent(donorId ?? '')}; path=${paths.log}; max-age=${maxAgeSeconds}; samesite=lax${secure}`;
}
