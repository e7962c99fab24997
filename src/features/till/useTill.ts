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
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotencyKey.ts';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { useOnline } from '#web/ui/OfflineNote.tsx';
import { till as words, tillRefusals } from '#words/till.tsx';
import { codeError, readCode } from './codeInput.ts';
import type { contract } from './contract.ts';
import { isPracticeCode } from './rules.ts';
import { useScanner } from './useScanner.ts';
import {
  failureMessage,
  mayHaveTakenEffect,
  OfflineError,
  refusalVerdict,
  requireConnection,
  type Verdict,
  type VerdictOf,
} from './verdict.ts';

const path = '/api/redeem/{code}';
const access = 'public';
const checkCode = lightEndpoint<typeof contract.checkCode>({ method: 'GET', path, access });
const redeemCode = lightEndpoint<typeof contract.redeemCode>({ method: 'POST', path, access });

/** One press of Redeem Now. An attempt that is sent again with its key counts once. */
type Attempt = { code: string; pin: string; clerk: string; idempotencyKey: string };

type FieldErrors = { code?: string | undefined; pin?: string | undefined; clerk?: string | undefined };

/**
 * The state of the till: its fields, the verdict on the code, and the steps from check to redemption.
 *
 * @param onLedgerChange is called after a use was taken or given back, or is found to have been.
 */
export function useTill(onLedgerChange: () => void) {
  const [text, setText] = useState('');
  const [pin, setPin] = useState('');
  const [clerk, setClerk] = useStoredClerk();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [failure, setFailure] = useState<{ form: 'check' | 'redeem'; error: unknown } | null>(null);
  const [remembersPin, setRemembersPin] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const [isChecking, startChecking] = useTransition();
  const [isRedeeming, startRedeeming] = useTransition();
  const online = useOnline();
  const codeField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const mainButton = useRef<HTMLButtonElement>(null);
  const unansweredAttempt = useRef<Attempt | null>(null);
  // A late answer must not replace the verdict on the next customer's code.
  const latestCode = useRef('');

  function enterCode(typed: string) {
    latestCode.current = readCode(typed);
    setText(typed);
    setErrors((previous) => ({ ...previous, code: undefined }));
    setVerdict((previous) => (previous?.code === latestCode.current ? previous : null));
  }

  function enterPin(typed: string) {
    setPin(typed);
    setErrors((previous) => ({ ...previous, pin: undefined }));
  }

  function showFieldError(name: 'code' | 'pin', message: string) {
    setErrors((previous) => ({ ...previous, [name]: message }));
    const field = (name === 'code' ? codeField : pinField).current;
    field?.focus();
    field?.select();
  }

  function showFailure(form: 'check' | 'redeem', code: string, error: unknown) {
    const refusal = refusalVerdict(code, error);
    if (refusal) setVerdict(refusal);
    else if (error instanceof ApiError && error.code === 'invalid_pin') {
      showFieldError('pin', failureMessage(error));
    } else if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields);
    else setFailure({ form, error });
  }

  function check(typed: string) {
    const message = codeError(typed);
    if (message !== null) return showFieldError('code', message);
    const code = readCode(typed);
    enterCode(code);
    setVerdict(null);
    setFailure(null);
    startChecking(async () => {
      try {
        requireConnection();
        const answer = await call(checkCode, { params: { code } });
        if (latestCode.current === code) setVerdict({ ...answer, kind: 'valid', code });
      } catch (error) {
        if (latestCode.current === code) showFailure('check', code, error);
      }
    });
  }

  function redeem() {
    if (verdict?.kind !== 'valid') return;
    if (pin === '') return showFieldError('pin', tillRefusals.noPin);
    const { code } = verdict;
    // A retry after a lost answer must not take a second use, even if the clerk's name has changed.
    const lastAttempt = unansweredAttempt.current;
    const isRetry = lastAttempt?.code === code && lastAttempt.pin === pin;
    const attempt = isRetry ? lastAttempt : { code, pin, clerk, idempotencyKey: newIdempotencyKey() };
    setErrors({});
    setFailure(null);
    startRedeeming(async () => {
      const { idempotencyKey } = attempt;
      const body = { pin, clerk: attempt.clerk };
      try {
        requireConnection();
        const answer = await call(redeemCode, { params: { code }, body }, { idempotencyKey });
        unansweredAttempt.current = null;
        setLocked(false);
        if (!remembersPin) setPin('');
        setVerdict({ ...answer, kind: 'redeemed', code, clerk: body.clerk, at: new Date() });
        onLedgerChange();
      } catch (error) {
        if (mayHaveTakenEffect(error)) unansweredAttempt.current = attempt;
        showFailure('redeem', code, error);
      }
    });
  }

  function startOver() {
    flushSync(() => {
      enterCode('');
      setFailure(null);
      setErrors({});
      if (!remembersPin) setPin('');
    });
    unansweredAttempt.current = null;
    codeField.current?.focus();
  }

  /** Checks a scanned code. If another code's verdict shows, the scanned one is the next customer's. */
  function handleScan(scanned: string) {
    if (isRedeeming) return;
    if (verdict !== null && verdict.code !== scanned) startOver();
    check(scanned);
  }

  useScanner(handleScan, { pin: enterPin, clerk: setClerk });
  useCodeInAddress(check);

  // The verdict stays in view while the focus moves to the next step.
  const verdictKind = verdict?.kind;
  const focusNext = useEffectEvent(() => {
    if (verdictKind === 'invalid') codeField.current?.select();
    else if (verdictKind === 'valid' && pin === '') pinField.current?.focus();
    else mainButton.current?.focus();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  // This is a layout effect, because an Enter right after the verdict must press the button.
  useLayoutEffect(() => {
    if (verdictKind !== undefined) focusNext();
  }, [verdictKind]);

  /** The error above a form's button. The error about being offline disappears once the device is online. */
  function formError(form: 'check' | 'redeem'): string | null {
    if (failure?.form !== form || (online && failure.error instanceof OfflineError)) return null;
    return failureMessage(failure.error, form === 'redeem' ? words.pressAgain : undefined);
  }

  return {
    text,
    pin,
    clerk,
    errors,
    verdict,
    isPractice: verdict ? verdict.practice === true : isPracticeCode(readCode(text)),
    remembersPin,
    rememberedPin: remembersPin ? pin : '',
    isLocked,
    codeField,
    pinField,
    mainButton,
    enterCode,
    enterPin,
    setClerk,
    switchRememberingPin: (isOn: boolean) => {
      setRemembersPin(isOn);
      if (!isOn) setPin('');
    },
    /** Forgets the PIN. The checkbox stays ticked, so that the next PIN is remembered again. */
    lock: () => {
      setPin('');
      setLocked(true);
    },
    showGivenBack: (givenBack: VerdictOf<'givenBack'>) => {
      if (givenBack.code === latestCode.current) setVerdict(givenBack);
      onLedgerChange();
    },
    onLedgerChange,
    startOver,
    handleScan,
    startPractice: () => {
      startOver();
      enterCode(practiceCodes.valid);
    },
    /** Checks the code on Enter, for fields whose form cannot be submitted yet. */
    checkOnEnter: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
      event.preventDefault();
      if (!isChecking) check(text);
    },
    check,
    isChecking,
    checkError: formError('check'),
    redeem,
    isRedeeming,
    redeemError: formError('redeem'),
  };
}

export type Till = ReturnType<typeof useTill>;

/** Checks the code in the page's address, to which a QR code leads. */
function useCodeInAddress(check: (code: string) => void) {
  const checkCodeInAddress = useEffectEvent(() => {
    const scanned = new URLSearchParams(window.location.search).get('code');
    if (scanned === null) return;
    // A reload must not check the code again.
    window.history.replaceState(null, '', window.location.pathname);
    if (scanned.trim() !== '') check(scanned);
  });
  const isHydrated = useIsHydrated();
  useEffect(() => {
    // The answer moves the focus to a field, and fields are disabled before hydration.
    if (isHydrated) checkCodeInAddress();
  }, [isHydrated]);
}

const CLERK_KEY = 'till-clerk';

/** The last clerk's name and its setter. The name is stored until the tab is closed, if the browser has session storage. */
function useStoredClerk() {
  const [clerk, setClerk] = useState('');
  useEffect(() => {
    try {
      const stored = sessionStorage.getItem(CLERK_KEY) ?? '';
      // The linter allows an effect to set state only in a transition.
      startTransition(() => setClerk(stored));
    } catch {}
  }, []);
  function store(name: string) {
    setClerk(name);
    try {
      sessionStorage.setItem(CLERK_KEY, name);
    } catch {}
  }
  return [clerk, store] as const;
}
