import {
  type KeyboardEvent,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { flushSync } from 'react-dom';
import { practiceCodes } from '#features/rewards/rules.ts';
import { address } from '#web/api/address.ts';
import { ApiError, call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { useOnline } from '#web/ui/OfflineNote.tsx';
import { till, tillRefusals } from '#words/till.tsx';
import { asTyped, codeApartIn, codeIn, readCode, whyNotCode } from './codeInput.ts';
import type { contract } from './contract.ts';
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

/** A press of Redeem Now. Sent again with its key, it counts once. */
type Attempt = { code: string; pin: string; clerk: string; idempotencyKey: string };

type FieldErrors = { code?: string | undefined; pin?: string | undefined; clerk?: string | undefined };

/** The till's state: its three fields, the verdict on the code in the first, and what leads from one to the next. */
export function useTill() {
  const [text, setText] = useState('');
  const [pin, setPin] = useState('');
  const [clerk, setClerk] = useStoredClerk();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [failure, setFailure] = useState<{ of: 'check' | 'redeem'; error: unknown } | null>(null);
  const [lost, setLost] = useState<Attempt | null>(null);
  const [keepsPin, setKeepsPin] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [isChecking, startChecking] = useTransition();
  const [isRedeeming, startRedeeming] = useTransition();
  const online = useOnline();
  const codeField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  /** The button that the clerk presses next. */
  const nextButton = useRef<HTMLButtonElement>(null);
  /** An answer may come when the next customer's code is there: it is not to take that one's verdict away. */
  const latestCode = useRef('');

  function enterCode(typed: string) {
    latestCode.current = readCode(typed);
    setText(typed);
    setErrors((before) => ({ ...before, code: undefined }));
    // A verdict on another code than the one in the field would mislead.
    setVerdict((before) => (before?.code === latestCode.current ? before : null));
  }

  function enterPin(typed: string) {
    setPin(typed);
    setErrors((before) => ({ ...before, pin: undefined }));
  }

  function refuseField(name: 'code' | 'pin', message: string) {
    setErrors((before) => ({ ...before, [name]: message }));
    const field = (name === 'code' ? codeField : pinField).current;
    field?.focus();
    field?.select();
  }

  function showFailure(of: 'check' | 'redeem', code: string, error: unknown) {
    setFailure({ of, error });
    if (isWrongPin(error)) return refuseField('pin', failureMessage(error));
    const refusal = refusalOf(code, error);
    if (refusal) setVerdict(refusal);
    else if (error instanceof ApiError) setErrors(error.fields);
  }

  function check(typed: string) {
    const why = asTyped(typed) === '' ? tillRefusals.noCode : whyNotCode(typed);
    if (why !== null) return refuseField('code', why);
    const code = readCode(typed);
    enterCode(code);
    setVerdict(null);
    setFailure(null);
    startChecking(async () => {
      try {
        refuseOffline();
        const answer = await call(checkCode, { params: { code } });
        if (latestCode.current === code) setVerdict(verdictOf(code, answer));
      } catch (error) {
        if (latestCode.current === code) showFailure('check', code, error);
      }
    });
  }

  function redeem() {
    if (verdict?.kind !== 'valid') return;
    if (pin === '') return refuseField('pin', tillRefusals.noPin);
    // Pressing again after an answer got lost must not take a second use, nor where the clerk's name was mended between.
    const isAgain = lost?.code === verdict.code && (lost.pin === '' || lost.pin === pin);
    const attempt = isAgain
      ? { ...lost, pin }
      : { code: verdict.code, pin, clerk, idempotencyKey: newIdempotencyKey() };
    setErrors({});
    setFailure(null);
    startRedeeming(async () => {
      const { code, idempotencyKey, ...body } = attempt;
      try {
        refuseOffline();
        const answer = await call(redeemCode, { params: { code }, body }, { idempotencyKey });
        setLost(null);
        setLocked(false);
        if (!keepsPin) setPin('');
        setVerdict(redeemedVerdict(code, attempt.clerk, answer));
      } catch (error) {
        if (mayHaveActed(error)) setLost(attempt);
        showFailure('redeem', code, error);
      }
    });
  }

  /** Forgets the PIN wherever it is; that it is to be kept stays, so that it need be entered once only. */
  function lock() {
    setPin('');
    setLost(lost && { ...lost, pin: '' });
    setLocked(true);
  }

  function startOver() {
    flushSync(() => {
      enterCode('');
      setFailure(null);
      setLost(null);
      setErrors({});
      if (!keepsPin) setPin('');
    });
    codeField.current?.focus();
  }

  /** What a scanner or the camera has read: of the next customer, unless it is the code that the verdict is on. */
  function takeScan(scanned: string) {
    if (isRedeeming) return;
    if (verdict !== null && verdict.code !== scanned) startOver();
    check(scanned);
  }

  function practise() {
    startOver();
    enterCode(practiceCodes.valid);
  }

  /**
   * Enter checks first, in whichever field it is pressed, and redeems once there is a valid code. Where a scanner has
   * typed into the field of PIN or clerk, it checks that code.
   *
   * @param before what stood in the field when it got the focus.
   */
  function handleEnter(event: KeyboardEvent<HTMLInputElement>, before: string, restore: () => void) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const scanned = codeApartIn(value.startsWith(before) ? value.slice(before.length) : value);
    if (scanned === null && verdict?.kind === 'valid') return;
    event.preventDefault();
    if (scanned !== null) {
      restore();
      takeScan(scanned);
    } else if (!isChecking) check(text);
  }

  useScanOutsideFields(takeScan);

  useEffect(() => {
    document.addEventListener('keydown', ignoreHeldEnter, { capture: true });
    return () => document.removeEventListener('keydown', ignoreHeldEnter, { capture: true });
  }, []);

  const checkAddress = useEffectEvent(() => {
    const scanned = new URLSearchParams(window.location.search).get('code');
    if (scanned === null) return;
    // A reload must not check it once more.
    window.history.replaceState(null, '', window.location.pathname);
    if (asTyped(scanned) !== '') check(scanned);
  });
  const isHydrated = useIsHydrated();
  useEffect(() => {
    // Not before the fields are open, to which the answer moves the focus.
    if (isHydrated) queueMicrotask(() => checkAddress());
  }, [isHydrated]);

  // The verdict stays in view while the keyboard goes where the clerk goes on.
  const kind = verdict?.kind;
  const focusNext = useEffectEvent(() => {
    if (kind === 'invalid') codeField.current?.select();
    else if (kind === 'valid' && pin === '') pinField.current?.focus();
    else nextButton.current?.focus();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  // Before anybody sees the verdict: whoever presses Enter at once means the button.
  useLayoutEffect(() => {
    if (kind !== undefined) focusNext();
  }, [kind]);

  // The focus is on the words then; the next Enter is to follow them.
  useEffect(() => {
    if (lost) nextButton.current?.focus();
  }, [lost]);

  return {
    text,
    pin,
    clerk,
    errors,
    verdict,
    isPractice: verdict ? verdict.practice === true : isPracticeCode(readCode(text)),
    keepsPin,
    isLocked,
    codeField,
    pinField,
    nextButton,
    enterCode,
    enterPin,
    setClerk,
    keepPin: (keeps: boolean) => {
      setKeepsPin(keeps);
      if (!keeps) setPin('');
    },
    lock,
    showGivenBack: (givenBack: GivenBackVerdict) => {
      if (givenBack.code === latestCode.current) setVerdict(givenBack);
    },
    startOver,
    takeScan,
    practise,
    handleEnter,
    check,
    isChecking,
    checkError: failure?.of === 'check' ? errorAboveButton(failure.error, online) : null,
    redeem,
    isRedeeming,
    redeemError:
      failure?.of === 'redeem' ? redeemError(failure.error, { online, hasLost: lost !== null }) : null,
  };
}

export type Till = ReturnType<typeof useTill>;

function isPracticeCode(code: string): boolean {
  return Object.values<string>(practiceCodes).includes(code);
}

const CLERK_KEY = 'till-clerk';

/** The clerk who was named last, for as long as the browser tab lives. */
function useStoredClerk() {
  const [clerk, setClerk] = useState('');
  useEffect(() => {
    try {
      const stored = sessionStorage.getItem(CLERK_KEY) ?? '';
      startTransition(() => setClerk(stored));
    } catch {
      // A browser that forbids storage just asks for the name again.
    }
  }, []);
  function store(name: string) {
    setClerk(name);
    try {
      sessionStorage.setItem(CLERK_KEY, name);
    } catch {
      // See above.
    }
  }
  return [clerk, store] as const;
}

/**
 * A scanner types, and ends with Enter, also where no field has the focus. That Enter must press no button: with a PIN
 * that is kept it would take a use.
 */
function useScanOutsideFields(take: (code: string) => void) {
  const onScan = useEffectEvent(take);
  useEffect(() => {
    let typed = '';
    const listen = (event: globalThis.KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
      if (isInField || event.key === 'Tab') typed = '';
      else if (event.key.length === 1) typed += event.key;
      else if (event.key === 'Enter' && typed.trim() !== '') {
        event.preventDefault();
        const code = codeIn(typed);
        typed = '';
        if (code !== null) onScan(code);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const TEXT_FIELDS = 'input:not([type=checkbox])';

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
  if (!navigator.onLine) throw new OfflineError(till.offline);
}

/** What is left to say above the button: nothing where the verdict or a field says it, or what was wrong is over. */
function errorAboveButton(error: unknown, online: boolean): string | null {
  if (error instanceof OfflineError) return online ? null : error.message;
  if (refusalOf('', error) || isWrongPin(error)) return null;
  return error instanceof ApiError && Object.keys(error.fields).length > 0 ? null : failureMessage(error);
}

function redeemError(error: unknown, { online, hasLost }: { online: boolean; hasLost: boolean }) {
  if (error instanceof OfflineError && online) return hasLost ? till.pressAgain : null;
  if (mayHaveActed(error)) return `${failureMessage(error).replace(/\.$/, '')}. ${till.pressAgain}`;
  return errorAboveButton(error, online);
}
