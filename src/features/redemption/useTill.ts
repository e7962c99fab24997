import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createFormControl, useFormState, useWatch, type DefaultValues } from 'react-hook-form';
import type { z } from 'zod';
import { address } from '#web/api/address.ts';
import { placeErrors, unplacedError } from '#web/form/serverErrors.ts';
import { ApiError, call, NetworkError } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useSending } from '#web/api/useSending.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { useOnline } from '#web/ui/useOnline.ts';
import { offline, pressAgain } from '#words/till.tsx';
import { readCode } from './codeInput.ts';
import type { contract } from './contract.ts';
import { keepClerk, keptClerk } from './keptClerk.ts';
import type { checkBody, redeemBody } from './tillSchemas.ts';
import { usePinKeeping } from './usePinKeeping.ts';
import {
  failureMessage,
  type GivenBackVerdict,
  mayHaveActed,
  OfflineError,
  redeemedVerdict,
  refusalOf,
  verdictOf,
  type Verdict,
} from './verdict.ts';
import type { VerdictParts } from './verdictParts.ts';

type Contract = typeof contract;

const checkCode = address<Contract['checkCode']>({
  method: 'GET',
  path: '/api/redeem/{code}',
  access: 'public',
});
const redeemCode = address<Contract['redeemCode']>({
  method: 'POST',
  path: '/api/redeem/{code}',
  access: 'public',
});

/** What both forms are checked by: with it comes all of zod. */
export const loadTillSchemas = () => import('./tillSchemas.ts');

/** @throws NetworkError where it does not come. */
async function loadVerdictParts() {
  const loading = import('./verdictParts.ts').catch((error: unknown) => {
    throw new NetworkError(error);
  });
  return (await loading).verdictParts;
}

type RedeemRequest = { code: string; pin: string; clerk: string | undefined };

/** A press of Redeem Now. Sent again with its key, it counts once. */
type Attempt = RedeemRequest & { idempotencyKey: string };

/** The till's state: two forms, the verdict on the code that stands in the field, and what leads from one to the next. */
export function useTill() {
  // Each form calls `useForm` itself: called here, it would bring both to life in one long task.
  const [checkForm] = useState(() => makeForm<typeof checkBody>({ code: '' }));
  const [redeemForm] = useState(() => makeForm<typeof redeemBody>({ pin: '', clerk: keptClerk() }));
  const { isSubmitting: submittingCheck } = useFormState({ control: checkForm.control });
  const { isSubmitting: submittingRedeem } = useFormState({ control: redeemForm.control });
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [parts, setParts] = useState<VerdictParts | null>(null);
  const pinKeeping = usePinKeeping(forgetPin);
  const { keepsPin, setLocked } = pinKeeping;
  const [lost, setLost] = useState<Attempt | null>(null);
  const online = useOnline();

  const code = readCode(useWatch({ control: checkForm.control, name: 'code' }));
  // A verdict on another code than the one in the field would mislead.
  if (verdict !== null && verdict.code !== code) setVerdict(null);

  /** An answer may come when the next customer's code is there: it is not to take that one's verdict away. */
  function isInField(answered: string): boolean {
    return answered === readCode(checkForm.getValues('code'));
  }

  const check = useSending({
    send: async (checked: string) => {
      refuseOffline();
      const [loaded, answer] = await Promise.allSettled([
        loadVerdictParts(),
        call(checkCode, { params: { code: checked } }),
      ]);
      // A verdict that nothing can show is none: the check failed, which takes no use.
      if (loaded.status === 'rejected') throw loaded.reason;
      setParts(loaded.value);
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    },
    onStart: (checked: string) => {
      setVerdict(null);
      checkForm.setValue('code', checked);
      redeem.reset();
    },
    onAnswer: (answer, checked) => {
      if (isInField(checked)) setVerdict(verdictOf(checked, answer));
    },
    onFailure: (error, checked) => {
      if (!isInField(checked)) return;
      placeErrors(checkForm, error);
      setVerdict(refusalOf(checked, error));
    },
  });

  const redeem = useSending({
    send: async ({ code: redeemed, idempotencyKey, ...body }: Attempt) => {
      refuseOffline();
      return await call(redeemCode, { params: { code: redeemed }, body }, { idempotencyKey });
    },
    onAnswer: (answer, { code: redeemed, clerk }) => {
      setLost(null);
      setLocked(false);
      if (!keepsPin) forgetPin();
      setVerdict(redeemedVerdict(redeemed, clerk, answer));
    },
    onFailure: (error, attempt) => {
      if (mayHaveActed(error)) setLost({ ...attempt });
      const refusal = refusalOf(attempt.code, error);
      if (refusal) setVerdict(refusal);
      else placeErrors(redeemForm, error);
      if (isWrongPin(error)) {
        redeemForm.setError('pin', { message: failureMessage(error) });
        redeemForm.setFocus('pin', { shouldSelect: true });
      }
    },
  });

  /** Pressing again after an answer got lost must not take a second use, nor where the clerk's name was mended between. */
  function runRedeem(request: RedeemRequest) {
    const isAgain = lost?.code === request.code && (lost.pin === '' || lost.pin === request.pin);
    redeem.run(isAgain ? { ...lost, pin: request.pin } : { ...request, idempotencyKey: newIdempotencyKey() });
  }

  function redeemError(): string | null {
    const { error } = redeem;
    if (error instanceof OfflineError && online) return lost && pressAgain;
    if (error !== null && mayHaveActed(error))
      return `${failureMessage(error).replace(/\.$/, '')}. ${pressAgain}`;
    return errorAboveButton(error, online);
  }

  function forgetPin() {
    redeemForm.setValue('pin', '');
  }

  /** Forgets the PIN wherever it is; that it is to be kept stays, so that it need be entered once only. */
  function lock() {
    forgetPin();
    setLost(lost && { ...lost, pin: '' });
    setLocked(true);
  }

  function startOver() {
    check.reset();
    redeem.reset();
    setLost(null);
    redeemForm.clearErrors();
    if (!keepsPin) forgetPin();
    flushSync(() => checkForm.reset({ code: '' }));
    checkForm.setFocus('code');
  }

  /** What a scanner or the camera has read: of the next customer, unless it is the code that the verdict is on. */
  function takeScan(scanned: string) {
    if (redeem.isPending || submittingRedeem) return;
    if (verdict !== null && verdict.code !== scanned) startOver();
    check.run(scanned);
  }

  const checking = check.isPending || submittingCheck;

  /** Enter checks first, in whichever field it is pressed, and redeems once there is a valid code. */
  function handleEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || verdict?.kind === 'valid') return;
    event.preventDefault();
    if (!checking) void checkForm.handleSubmit((values) => check.run(readCode(values.code)))();
  }

  useEffect(() => {
    document.addEventListener('keydown', ignoreHeldEnter, { capture: true });
    return () => document.removeEventListener('keydown', ignoreHeldEnter, { capture: true });
  }, []);

  useEffect(
    () =>
      redeemForm.subscribe({
        name: 'clerk',
        formState: { values: true },
        callback: ({ values }) => keepClerk(values.clerk ?? ''),
      }),
    [redeemForm],
  );

  const { run: runCheck } = check;
  const isHydrated = useIsHydrated();
  useEffect(() => {
    const scanned = new URLSearchParams(window.location.search).get('code');
    // Not before the fields are open, to which the answer moves the focus.
    if (scanned === null || !isHydrated) return;
    // A reload must not check it once more.
    window.history.replaceState(null, '', window.location.pathname);
    checkForm.setValue('code', readCode(scanned));
    if (readCode(scanned) !== '') runCheck(readCode(scanned));
  }, [isHydrated, checkForm, runCheck]);

  // The verdict stays in view while the keyboard goes where the clerk goes on.
  const kind = verdict?.kind;
  const nextButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (kind === undefined) return;
    if (kind === 'invalid') checkForm.setFocus('code', { shouldSelect: true });
    else if (kind === 'valid' && redeemForm.getValues('pin') === '') redeemForm.setFocus('pin');
    else nextButton.current?.focus();
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [kind, checkForm, redeemForm]);

  // The focus is on the words then; the next Enter is to follow them.
  useEffect(() => {
    if (lost) nextButton.current?.focus();
  }, [lost]);

  // What waits for its schema is under way too.
  return {
    checkForm,
    redeemForm,
    code,
    verdict,
    parts,
    /** For the button that the clerk presses next. */
    nextButton,
    ...pinKeeping,
    lock,
    /** The PIN, where it is kept. */
    keptPin: () => (keepsPin ? redeemForm.getValues('pin') : ''),
    showGivenBack: (givenBack: GivenBackVerdict) => {
      if (isInField(givenBack.code)) setVerdict(givenBack);
    },
    startOver,
    takeScan,
    handleEnter,
    check: {
      run: check.run,
      pending: checking,
      error: errorAboveButton(check.error, online),
    },
    redeem: {
      run: runRedeem,
      pending: redeem.isPending || submittingRedeem,
      error: redeemError(),
    },
  };
}

function makeForm<Schema extends z.ZodObject>(defaultValues: DefaultValues<z.input<Schema>>) {
  return createFormControl<z.input<Schema>, unknown, z.output<Schema>>({ defaultValues }).formControl;
}

/** A key held down is one key: it is not to run on from the check to the use, and past what came of that. */
function ignoreHeldEnter(event: globalThis.KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

function isWrongPin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_pin';
}

/** @throws OfflineError where nothing can be sent now. */
function refuseOffline() {
  if (!navigator.onLine) throw new OfflineError(offline);
}

/** What is left to say above the button: nothing where the verdict or a field says it, or what was wrong is over. */
function errorAboveButton(error: unknown, online: boolean): string | null {
  if (error instanceof OfflineError) return online ? null : error.message;
  if (refusalOf('', error) || isWrongPin(error)) return null;
  return unplacedError(error, failureMessage(error));
}
