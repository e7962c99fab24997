import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useDonor } from '#web/site/Visit.tsx';
import { lengths } from '#shared/lengths.ts';
import { logDonation as words } from '#words/log.tsx';
import { TextField } from '#web/form/fields.tsx';
import { Checkbox, Field } from '#web/ui/Field.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import type { contract } from './contract.ts';
import { rememberDonorId, rememberedDonorId } from './rememberedDonor.ts';
import { TextButton } from './TextButton.tsx';

type Schema = typeof contract.logDonation.body;

export interface KnownDonor {
  /** An empty text where nobody is known. */
  donorId: string;
  /** The answer may yet say who is signed in. */
  isOnItsWay: boolean;
}

/** Whom the form starts with: the signed-in donor, else the one that this device remembers. */
export function useKnownDonor(): KnownDonor {
  const isHydrated = useIsHydrated();
  const me = useDonor();
  if (!isHydrated) return { donorId: '', isOnItsWay: false };
  return {
    donorId: me ? me.studentId : rememberedDonorId(),
    isOnItsWay: me === undefined && 'donor' in document.documentElement.dataset,
  };
}

/** How long a line with no name in it stands for the field. */
const PATIENCE_MILLISECONDS = 3_000;

type DonorFieldProps = {
  form: UseFormReturn<z.input<Schema>, unknown, z.output<Schema>>;
  known: KnownDonor;
  /** Somebody has said that it is not who is known. */
  isOther: boolean;
  onOther: () => void;
  remember: boolean;
  onRemember: (remember: boolean) => void;
};

/** Who gives: one line where that is known, else the field for it. */
export function DonorField({ form, known, isOther, onOther, remember, onRemember }: DonorFieldProps) {
  const { control } = form;
  const isHydrated = useIsHydrated();
  const { errors, dirtyFields } = useFormState({ control, name: 'studentId' });
  const donorId = useWatch({ control, name: 'studentId' });
  const isLate = useIsLate(known.donorId === '' && known.isOnItsWay);
  const isTyped = isOther || isLate || dirtyFields.studentId === true || errors.studentId !== undefined;
  const isNamed = !isTyped && (donorId !== '' || known.donorId !== '' || known.isOnItsWay);

  // By what the document says of its browser (server/pages.ts): the line would pull the form up if it came later.
  const inDocument = {
    line: 'hidden [[data-donor]_&]:flex',
    field: '[[data-donor]_&]:hidden',
  };
  const hydrated = isNamed ? { line: 'flex', field: 'hidden' } : { line: 'hidden', field: '' };
  const shown = isHydrated ? hydrated : inDocument;

  function becomeOther() {
    rememberDonorId(null);
    // First: an effect that is still to run may give the field the known donor's ID.
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
          transform={(text) => text.toUpperCase()}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={lengths.donorId}
        />
        <Field inline label={words.rememberMe}>
          <Checkbox checked={remember} onChange={({ target }) => onRemember(target.checked)} />
        </Field>
      </div>
    </>
  );
}

/** Once it has been waited for too long, it stays so: the field is not taken away from who has begun with it. */
function useIsLate(isAwaited: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const waiting = setTimeout(() => setLate(true), PATIENCE_MILLISECONDS);
    return () => clearTimeout(waiting);
  }, [isAwaited]);
  return isLate;
}
