import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { classNames } from '#web/ui/classNames.ts';
import { findCommand, type DeskCommand, parseMeasurement, describeMeasurement } from './rules.ts';
import type { Desk } from './useDesk.ts';

export type WeighingProps = { desk: Desk; donation: DonationRow };

/** Compares the typed kilograms with the claim, or says what is wrong or surprising about them. */
export function WeighingNote({ desk, donation, isPhone = false }: WeighingProps & { isPhone?: boolean }) {
  const measurement = parseMeasurement(desk.kilogramsText, donation.weight);
  const isAsking = 'kilograms' in measurement && measurement.kilograms === desk.askedKilograms;
  if (desk.problem !== null) {
    return (
      <p className="flex gap-2 font-semibold text-clay-deep">
        <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {desk.problem}
      </p>
    );
  }
  if (isAsking) {
    return (
      <p className="flex gap-2 rounded-console bg-wheat-tint px-3 py-1.5 font-semibold text-wheat-deep">
        <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {desk.askedKilograms} kg? {isPhone ? 'Confirm' : 'Enter'} again.
      </p>
    );
  }
  const description = describeMeasurement(measurement, donation.weight);
  if (description === null) {
    return isPhone && <p className="text-muted">empty: {donation.weight} as claimed</p>;
  }
  const { comparison, goldNote } = description;
  if (measurement.kind === 'differs') {
    return (
      <p className="rounded-console bg-wheat-tint px-3 py-1.5 text-wheat-deep max-md:px-2 max-md:py-0.5">
        <b className="font-[650]">{comparison}</b> {!isPhone && goldNote}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-2.5 max-md:gap-2">
      <CircleCheck size={22} aria-hidden="true" className="shrink-0 fill-spruce text-raised" />
      <span>
        <b className="font-[650]">{comparison}</b>{' '}
        {!isPhone && <span className="text-muted">{goldNote}</span>}
      </span>
    </p>
  );
}

type DonationKilogramsProps = WeighingProps &
  Pick<KilogramsInputProps, 'id' | 'describedBy' | 'className' | 'textSizes'>;

/** The field for a donation's kilograms, in which letters and signs are the desk's commands. */
export function DonationKilograms({
  desk,
  donation,
  id,
  describedBy,
  className,
  textSizes,
}: DonationKilogramsProps) {
  const { scanGuard, kilogramsField, kilogramsText, setKilogramsText, problem, pin } = desk;
  const mayDecide = useMayCall()(participants.decideClaim);

  function runCommand(command: DeskCommand) {
    const hasAcceptableClaim = mayDecide && claimWithStatus(donation) !== null;
    if (command === 'reject') desk.openOverlay('reason');
    if (command === 'skip') desk.skip();
    if (command === 'undo') desk.undo();
    if (command === 'accept' && hasAcceptableClaim) desk.setAcceptsClaim(!desk.acceptsClaim);
    if (command === 'enlarge' && donation.photoUrl !== null) desk.openOverlay('photo');
  }

  function handleKey(event: KeyboardEvent) {
    const isLoneKey = !scanGuard.isBurstKey(event.nativeEvent) && !event.repeat;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isLoneKey) scanGuard.actAlone(desk.confirm);
      return;
    }
    if (event.key.length !== 1 || isNumberCharacter(event.key)) return;
    event.preventDefault();
    if (!isLoneKey) return;
    const isLetter = /[a-z]/i.test(event.key);
    if (isLetter && desk.continueSearch(event.key)) return;
    const command = findCommand(event.key);
    if (command) scanGuard.actAlone(() => runCommand(command));
  }

  return (
    <KilogramsInput
      ref={kilogramsField}
      id={id}
      value={kilogramsText}
      onChange={setKilogramsText}
      onKey={handleKey}
      invalid={problem !== null}
      describedBy={describedBy}
      className={className}
      textSizes={textSizes}
      onFocus={() => pin(donation)}
    />
  );
}

const isNumberCharacter = (character: string) => /[\d.,]/.test(character);

type KilogramsInputProps = {
  ref: Ref<HTMLInputElement>;
  id: string;
  value: string;
  onChange: (value: string) => void;
  /** Called for keys without Ctrl, Alt or Meta. */
  onKey: (event: KeyboardEvent) => void;
  invalid: boolean;
  describedBy: string;
  className: string;
  /** The classes for the size of a short text and of a long one. */
  textSizes: { short: string; long: string };
  onFocus?: (() => void) | undefined;
};

/** A field for kilograms that takes only digits, comma and point. */
export function KilogramsInput({
  ref,
  id,
  value,
  onChange,
  onKey,
  invalid,
  describedBy,
  className,
  textSizes,
  onFocus,
}: KilogramsInputProps) {
  return (
    <div
      className={classNames(
        'flex cursor-text items-center justify-center overflow-clip rounded-large border-[1.5px] px-2 has-focus-visible:border-spruce has-focus-visible:outline-[3px] has-focus-visible:outline-offset-0 has-focus-visible:outline-spruce',
        invalid ? 'border-clay bg-clay-tint' : 'border-edge bg-raised',
        className,
      )}
      onPointerDown={(event) => {
        const input = event.currentTarget.querySelector('input');
        if (event.target === input) return;
        event.preventDefault();
        input?.focus();
      }}
    >
      <span className="inline-flex items-baseline gap-2 md:gap-4">
        <span
          className={classNames(
            'inline-grid min-w-[.3em] font-display leading-none font-extrabold tracking-[-.03em] tabular',
            value.length > 4 ? textSizes.long : textSizes.short,
          )}
        >
          {/* Gives the field the width of its text. */}
          <span aria-hidden="true" className="invisible col-start-1 row-start-1 pe-[.08em] whitespace-pre">
            {value || ' '}
          </span>
          <input
            ref={ref}
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            size={1}
            enterKeyHint="done"
            value={value}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onFocus={onFocus}
            onChange={(event) => onChange(event.currentTarget.value.replaceAll(/[^\d.,]/g, ''))}
            onKeyDown={(event) => {
              const { ctrlKey, altKey, metaKey, nativeEvent } = event;
              if (!ctrlKey && !altKey && !metaKey && !nativeEvent.isComposing) onKey(event);
            }}
            className="col-start-1 row-start-1 w-0 min-w-full bg-transparent outline-none"
          />
        </span>
        <span
          aria-hidden="true"
          className="font-display text-[1.375rem] font-[750] text-muted md:text-[2.125rem]"
        >
          kg
        </span>
      </span>
    </div>
  );
}
