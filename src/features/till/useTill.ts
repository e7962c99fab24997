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
import { normalizeCode, findSeparateCode, findCode, readCode, codeError } from './codeInput.ts';
import type { contract } from './contract.ts';
import { isPracticeCode } from './rules.ts';
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

/** One press of Redeem Now. Sent again with its key, it counts once. */
type Attempt = { code: string; pin: string; clerk: string; idempotencyKey: string };

type FieldErrors = { code?: string | undefined; pin?: string | undefined; clerk?: string | undefined };

/** The state of the till: its fields, the verdict on the code, and the steps from check to redemption. */
export function useTill() {
  const [text, setText] = useState('');
  const [pin, setPin] = useState('');
  const [clerk, setClerk] = useStoredClerk();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [failure, setFailure] = useState<{ of: 'check' | 'redeem'; error: unknown } | null>(null);
  const [unanswered, setUnanswered] = useState<Attempt | null>(null);
  const [remembersPin, setRemembersPin] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [isChecking, startChecking] = useTransition();
  const [isRedeeming, startRedeeming] = useTransition();
  const online = useOnline();
  const codeField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  /** An answer may come late: it must not replace the verdict on the next customer's code. */
  const latestCode = useRef('');

  function enterCode(typed: string) {
    latestCode.current = readCode(typed);
    setText(typed);
    setErrors((before) => ({ ...before, code: undefined }));
    setVerdict((before) => (before?.code === latestCode.current ? before : null));
  }

  function enterPin(typed: string) {
    setPin(typed);
    setErrors((before) => ({ ...before, pin: undefined }));
  }

  function showFieldError(name: 'code' | 'pin', message: string) {
    setErrors((before) => ({ ...before, [name]: message }));
    const field = (name === 'code' ? codeField : pinField).current;
    field?.focus();
    field?.select();
  }

  function showFailure(of: 'check' | 'redeem', code: string, error: unknown) {
    setFailure({ of, error });
    if (isWrongPin(error)) return showFieldError('pin', failureMessage(error));
    const refusal = refusalOf(code, error);
    if (refusal) setVerdict(refusal);
    else if (error instanceof ApiError) setErrors(error.fields);
  }

  function check(typed: string) {
    const message = normalizeCode(typed) === '' ? tillRefusals.noCode : codeError(typed);
    if (message !== null) return showFieldError('code', message);
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
    if (pin === '') return showFieldError('pin', tillRefusals.noPin);
    // A retry after a lost answer must not take a second use, even if the clerk's name was corrected in between.
    const isRetry = unanswered?.code === verdict.code && (unanswered.pin === '' || unanswered.pin === pin);
    const attempt = isRetry
      ? { ...unanswered, pin }
      : { code: verdict.code, pin, clerk, idempotencyKey: newIdempotencyKey() };
    setErrors({});
    setFailure(null);
    startRedeeming(async () => {
      const { code, idempotencyKey, ...body } = attempt;
      try {
        refuseOffline();
        const answer = await call(redeemCode, { params: { code }, body }, { idempotencyKey });
        setUnanswered(null);
        setLocked(false);
        if (!remembersPin) setPin('');
        setVerdict(redeemedVerdict(code, attempt.clerk, answer));
      } catch (error) {
        if (mayHaveActed(error)) setUnanswered(attempt);
        showFailure('redeem', code, error);
      }
    });
  }

  /** Forgets the PIN. The checkbox stays ticked, so that the next PIN is remembered again. */
  function lock() {
    setPin('');
    setUnanswered(unanswered && { ...unanswered, pin: '' });
    setLocked(true);
  }

  function startOver() {
    flushSync(() => {
      enterCode('');
      setFailure(null);
      setUnanswered(null);
      setErrors({});
      if (!remembersPin) setPin('');
    });
    codeField.current?.focus();
  }

  /** A scanned code is the next customer's, unless the verdict is on it. */
  function handleScan(scanned: string) {
    if (isRedeeming) return;
    if (verdict !== null && verdict.code !== scanned) startOver();
    check(scanned);
  }

  function practise() {
    startOver();
    enterCode(practiceCodes.valid);
  }

  /**
   * Enter in any field checks the code, and redeems once it is valid. If a scanner typed into the field of PIN or clerk,
   * Enter checks the scanned code and restores the field.
   *
   * @param before the field's text when it got the focus.
   */
  function handleEnter(event: KeyboardEvent<HTMLInputElement>, before: string, restore: () => void) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const scanned = findSeparateCode(value.startsWith(before) ? value.slice(before.length) : value);
    if (scanned === null && verdict?.kind === 'valid') return;
    event.preventDefault();
    if (scanned !== null) {
      restore();
      handleScan(scanned);
    } else if (!isChecking) check(text);
  }

  useScanOutsideFields(handleScan);

  useEffect(() => {
    document.addEventListener('keydown', ignoreHeldEnter, { capture: true });
    return () => document.removeEventListener('keydown', ignoreHeldEnter, { capture: true });
  }, []);

  const checkAddress = useEffectEvent(() => {
    const scanned = new URLSearchParams(window.location.search).get('code');
    if (scanned === null) return;
    // So that a reload does not check it again.
    window.history.replaceState(null, '', window.location.pathname);
    if (normalizeCode(scanned) !== '') check(scanned);
  });
  const isHydrated = useIsHydrated();
  useEffect(() => {
    // Fields are disabled before hydration, and the answer moves the focus to one.
    if (isHydrated) queueMicrotask(() => checkAddress());
  }, [isHydrated]);

  // The verdict stays in view while the focus moves to the next step.
  const kind = verdict?.kind;
  const focusNext = useEffectEvent(() => {
    if (kind === 'invalid') codeField.current?.select();
    else if (kind === 'valid' && pin === '') pinField.current?.focus();
    else nextButton.current?.focus();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  // A layout effect: an Enter right after the verdict must press the button.
  useLayoutEffect(() => {
    if (kind !== undefined) focusNext();
  }, [kind]);

  // The error took the focus; the next Enter must press the button again.
  useEffect(() => {
    if (unanswered) nextButton.current?.focus();
  }, [unanswered]);

  return {
    text,
    pin,
    clerk,
    errors,
    verdict,
    isPractice: verdict ? verdict.practice === true : isPracticeCode(readCode(text)),
    remembersPin,
    isLocked,
    codeField,
    pinField,
    nextButton,
    enterCode,
    enterPin,
    setClerk,
    rememberPin: (remembers: boolean) => {
      setRemembersPin(remembers);
      if (!remembers) setPin('');
    },
    lock,
    showGivenBack: (givenBack: GivenBackVerdict) => {
      if (givenBack.code === latestCode.current) setVerdict(givenBack);
    },
    startOver,
    handleScan,
    practise,
    handleEnter,
    check,
    isChecking,
    checkError: failure?.of === 'check' ? formError(failure.error, online) : null,
    redeem,
    isRedeeming,
    redeemError:
      failure?.of === 'redeem'
        ? redeemError(failure.error, { online, isUnanswered: unanswered !== null })
        : null,
  };
}

export type Till = ReturnType<typeof useTill>;

const CLERK_KEY = 'till-clerk';

/** The last clerk's name, until the browser tab is closed. */
function useStoredClerk() {
  const [clerk, setClerk] = useState('');
  useEffect(() => {
    try {
      const stored = sessionStorage.getItem(CLERK_KEY) ?? '';
      startTransition(() => setClerk(stored));
    } catch {
      // Without storage the clerk types the name again.
    }
  }, []);
  function store(name: string) {
    setClerk(name);
    try {
      sessionStorage.setItem(CLERK_KEY, name);
    } catch {
      // As above.
    }
  }
  return [clerk, store] as const;
}

/**
 * Handles what a scanner types outside of fields, up to its Enter. That Enter must press no button: with a remembered PIN it
 * would take a use.
 */
function useScanOutsideFields(handleScan: (code: string) => void) {
  const onScan = useEffectEvent(handleScan);
  useEffect(() => {
    let typed = '';
    const listen = (event: globalThis.KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
      if (isInField || event.key === 'Tab') typed = '';
      else if (event.key.length === 1) typed += event.key;
      else if (event.key === 'Enter' && typed.trim() !== '') {
        event.preventDefault();
        const code = findCode(typed);
        typed = '';
        if (code !== null) onScan(code);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const TEXT_FIELDS = 'input:not([type=checkbox])';

/** An Enter held down must not run on from the check to the redemption. */
function ignoreHeldEnter(event: globalThis.KeyboardEvent) {
  if (event.key !== 'Enter' || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}

function isWrongPin(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_pin';
}

/** @throws OfflineError */
function refuseOffline() {
  if (!navigator.onLine) throw new OfflineError(till.offline);
}

/** The message above the button, or null if the verdict or a field shows it, or the connection is back. */
function formError(error: unknown, online: boolean): string | null {
  if (error instanceof OfflineError) return online ? null : error.message;
  if (refusalOf('', error) || isWrongPin(error)) return null;
  return error instanceof ApiError && Object.keys(error.fields).length > 0 ? null : failureMessage(error);
}

function redeemError(error: unknown, { online, isUnanswered }: { online: boolean; isUnanswered: boolean }) {
  if (error instanceof OfflineError && online) return isUnanswered ? till.pressAgain : null;
  if (mayHaveActed(error)) return `${failureMessage(error).replace(/\.$/, '')}. ${till.pressAgain}`;
  return formError(error, online);
}
