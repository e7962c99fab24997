import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, Ref } from 'react';
import type { DonationRow } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { claimWithStatus } from '#features/donors/claimWords.ts';
import { useMayCall } from '#web/console/useMayCall.ts';
import { classNames } from '#web/ui/classNames.ts';
import { commandOf, type DeskCommand, weighingOf, weighingWords } from './rules.ts';
import type { Desk } from './useDesk.ts';

export type WeighingProps = { desk: Desk; donation: DonationRow };

/** How the kilograms compare with the claim, or what is wrong with them. */
export function WeighingNote({ desk, donation, isShort = false }: WeighingProps & { isShort?: boolean }) {
  const weighing = weighingOf(desk.kilograms, donation.weight);
  if (desk.problem !== null) {
    return (
      <p className="flex gap-2 font-semibold text-clay-deep">
        <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {desk.problem}
      </p>
    );
  }
  if ('kilograms' in weighing && weighing.kilograms === desk.asked) {
    return (
      <p className="flex gap-2 rounded-console bg-wheat-tint px-3 py-1.5 font-semibold text-wheat-deep">
        <TriangleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {desk.asked} kg? {isShort ? 'Confirm' : 'Enter'} again.
      </p>
    );
  }
  const words = weighingWords(weighing, donation.weight);
  if (words === null) return isShort && <p className="text-muted">empty: {donation.weight} as claimed</p>;
  const [bold, plain] = words;
  if (weighing.kind === 'other') {
    return (
      <p className="rounded-console bg-wheat-tint px-3 py-1.5 text-wheat-deep max-md:px-2 max-md:py-0.5">
        <b className="font-[650]">{bold}</b> {!isShort && plain}
      </p>
    );
  }
  return (
    <p className="flex items-center gap-2.5 max-md:gap-2">
      <CircleCheck size={22} aria-hidden="true" className="shrink-0 fill-spruce text-raised" />
      <span>
        <b className="font-[650]">{isShort ? bold.replace(/\.$/, '') : bold}</b>{' '}
        {!isShort && <span className="text-muted">{plain}</span>}
      </span>
    </p>
  );
}

type DonationKilogramsProps = WeighingProps &
  Pick<KilogramsInputProps, 'id' | 'describedBy' | 'className' | 'sizes'>;

/** The field for a donation's kilograms, in which letters and signs are the desk's commands. */
export function DonationKilograms({ desk, donation, ...rest }: DonationKilogramsProps) {
  const { guard, kilogramsField, kilograms, setKilograms, problem, hold } = desk;
  const mayDecide = useMayCall()(participants.decideClaim);

  function runCommand(command: DeskCommand) {
    if (command === 'reject') desk.open('reason');
    else if (command === 'skip') desk.skip();
    else if (command === 'undo') desk.undo();
    else if (command === 'accept' && mayDecide && claimWithStatus(donation) !== null)
      desk.setAcceptsClaim(!desk.acceptsClaim);
    else if (command === 'enlarge' && donation.photoUrl !== null) desk.open('photo');
  }

  function handleKey(event: KeyboardEvent) {
    const isLoneKey = !guard.isBurstKey(event.nativeEvent) && !event.repeat;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isLoneKey) guard.actAlone(desk.confirm);
      return;
    }
    if (event.key.length !== 1 || isNumberCharacter(event.key)) return;
    event.preventDefault();
    if (!isLoneKey || (/[a-z]/i.test(event.key) && desk.continueSearch(event.key))) return;
    const command = commandOf(event.key);
    if (command) guard.actAlone(() => runCommand(command));
  }

  return (
    <KilogramsInput
      {...rest}
      ref={kilogramsField}
      value={kilograms}
      onChange={setKilograms}
      onKey={handleKey}
      invalid={problem !== null}
      onFocus={() => hold(donation)}
    />
  );
}

const isNumberCharacter = (character: string) => /[\d.,]/.test(character);

type KilogramsInputProps = Pick<ComponentProps<'input'>, 'id' | 'onFocus'> & {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  /** Called for keys without Ctrl, Alt or Meta. */
  onKey: (event: KeyboardEvent) => void;
  invalid: boolean;
  describedBy: string;
  className: string;
  /** The classes that size a short text and a long one. */
  sizes: readonly [short: string, long: string];
};

/** A field that takes digits, comma and point, with its unit after them. */
export function KilogramsInput({
  value,
  onChange,
  onKey,
  invalid,
  describedBy,
  className,
  sizes,
  ...rest
}: KilogramsInputProps) {
  const [short, long] = sizes;
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
            value.length > 4 ? long : short,
          )}
        >
          <span aria-hidden="true" className="invisible col-start-1 row-start-1 pe-[.08em] whitespace-pre">
            {value || ' '}
          </span>
          <input
            {...rest}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            maxLength={6}
            size={1}
            enterKeyHint="done"
            value={value}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
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
