import { Map as MapIcon, Minus, Phone, Plus, Undo2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { kilogramsIn, SURPRISING_KILOGRAMS } from '#shared/weights.ts';
import { telephoneUrl } from '#web/content/telephone.ts';
import { openDraft } from '#web/form/useDraft.tsx';
import { Button, type Icon } from '#web/ui/Button.tsx';
import { Pip } from '#web/ui/Pip.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';

type DoneStopProps = {
  title: ReactNode;
  text: string;
  onUndo: () => void;
  isPending: boolean;
  error: string | null;
};

/** A finished bin or pickup, with an Undo button. */
export function DoneStop({ title, text, onUndo, isPending, error }: DoneStopProps) {
  return (
    <li className="grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
      <Pip closed size={32} />
      <div className="leading-[1.35] text-muted">
        <p className="font-[650] wrap-anywhere">{title}</p>
        <p className="text-[0.9375rem]">{text}</p>
      </div>
      <Button kind="ghost" size="small" icon={Undo2} pending={isPending} onClick={onUndo}>
        Undo
      </Button>
      {error !== null && <ErrorText text={error} />}
    </li>
  );
}

/** The typed amount of a finished stop, and the functions of its draft. */
export type StopResult = {
  /** Null if nothing was typed. */
  amount: number | null;
  /** Gives a request body its key, the same for a retry. */
  idempotencyKeyFor: (body: unknown) => string;
  /** To be called after saving, so that the same amount after an Undo gets another key. */
  forgetDraft: () => void;
};

type OpenStopProps = {
  /** The browser stores the typed amount under this key until it is saved. */
  storageKey: string;
  openLabel: string;
  title: ReactNode;
  lines: readonly string[];
  note?: ReactNode;
  links: ReactNode;
  field: { kind: 'bags' | 'kilograms'; label: string; initial: string };
  finishLabel: string;
  onFinish: (result: StopResult) => void;
  isPending: boolean;
  /** Whether the last request got no answer. */
  isUnsaved: boolean;
  error: string | null;
};

/** A bin or pickup that is still to be done. Its round button opens the form that finishes it. */
export function OpenStop({
  storageKey,
  openLabel,
  title,
  lines,
  note,
  links,
  field,
  finishLabel,
  onFinish,
  isPending,
  isUnsaved,
  error,
}: OpenStopProps) {
  const [draft] = useState(() => openDraft(storageKey));
  const stored = draft.read()?.values['amount'];
  const [isOpen, setOpen] = useState(stored !== undefined);
  const [typed, setTyped] = useState(typeof stored === 'string' ? stored : field.initial);
  const panelId = useId();
  function handleType(text: string) {
    setTyped(text);
    draft.storeValues({ amount: text });
  }
  function handleFinish(amount: number | null) {
    // An untouched amount is not stored yet, and without it the key would not survive a reload.
    draft.storeValues({ amount: typed });
    onFinish({ amount, idempotencyKeyFor: draft.idempotencyKeyFor, forgetDraft: draft.finish });
  }
  return (
    <li className={isOpen ? 'bg-spruce-tint' : undefined}>
      <div className="grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
        <IconButton
          icon={OpenPip}
          label={openLabel}
          size="medium"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="-ms-2"
        />
        <div className="leading-[1.35]">
          <p className="font-[650] wrap-anywhere">{title}</p>
          {lines.map((line, index) => (
            <p key={line} className={`text-[0.9375rem] wrap-anywhere ${index > 0 ? 'text-muted' : ''}`}>
              {line}
            </p>
          ))}
          {note && (
            <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-[0.9375rem]">{note}</p>
          )}
        </div>
        <div className="flex gap-1.5">{links}</div>
      </div>
      {isOpen && (
        <StopForm
          id={panelId}
          field={field}
          typed={typed}
          onType={handleType}
          finishLabel={finishLabel}
          onFinish={handleFinish}
          isPending={isPending}
          isUnsaved={isUnsaved}
          error={error}
        />
      )}
    </li>
  );
}

const OpenPip: Icon = ({ className }) => <Pip closed={false} size={32} className={className} />;

type StopFormProps = Pick<OpenStopProps, 'field' | 'finishLabel' | 'isPending' | 'isUnsaved' | 'error'> & {
  id: string;
  typed: string;
  onType: (typed: string) => void;
  onFinish: (amount: number | null) => void;
};

function StopForm({
  id,
  field,
  typed,
  onType,
  finishLabel,
  onFinish,
  isPending,
  isUnsaved,
  error,
}: StopFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [hasWarned, setHasWarned] = useState(false);
  const isBags = field.kind === 'bags';
  const bags = parseBags(typed) ?? 0;
  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = isBags ? parseBags(typed) : kilogramsIn(typed);
    if (isBags && amount === null) {
      setProblem('Please give a whole number of bags.');
    } else if (amount === null && typed.trim() !== '') {
      setProblem('Please give 0.05 to 500 kilograms.');
    } else if (!isBags && amount !== null && amount > SURPRISING_KILOGRAMS && !hasWarned) {
      setHasWarned(true);
      setProblem(`${typed} kg? Press again.`);
    } else {
      setProblem(null);
      onFinish(amount);
    }
  }
  const message = problem ?? (isUnsaved ? 'Not saved yet' : error);
  return (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)] gap-2 px-4 pb-3.5"
    >
      <div className="flex items-center rounded-control border-[1.5px] border-edge bg-raised">
        {isBags && (
          <StepButton
            icon={Minus}
            label="One bag less"
            disabled={bags === 0}
            onClick={() => onType(String(bags - 1))}
          />
        )}
        <label className="flex min-w-0 flex-1 items-baseline justify-center gap-2 px-1">
          <span className="sr-only">{field.label}</span>
          <input
            value={typed}
            onChange={(event) => {
              setHasWarned(false);
              onType(event.currentTarget.value);
            }}
            inputMode={isBags ? 'numeric' : 'decimal'}
            autoComplete="off"
            aria-invalid={problem !== null || undefined}
            className="w-[4ch] min-w-0 bg-transparent py-2 text-end font-display text-[1.5rem] font-[780] outline-none"
          />
          <span aria-hidden="true" className="text-[0.9375rem] text-muted">
            {isBags ? 'bags' : 'kg'}
          </span>
        </label>
        {isBags && <StepButton icon={Plus} label="One bag more" onClick={() => onType(String(bags + 1))} />}
      </div>
      <Button type="submit" pending={isPending} pendingLabel="Saving…" className="min-h-13">
        {isUnsaved ? 'Retry' : finishLabel}
      </Button>
      {message && <ErrorText text={message} />}
    </form>
  );
}

type StepButtonProps = { icon: Icon; label: string; disabled?: boolean; onClick: () => void };

function StepButton({ label, ...rest }: StepButtonProps) {
  return <Button {...rest} kind="ghost" size="medium" square aria-label={label} />;
}

function ErrorText({ text }: { text: string }) {
  return (
    <p role="alert" className="col-span-full pt-1 text-[0.9375rem] font-[650] text-clay-deep">
      {text}
    </p>
  );
}

/** Reads a number of bags from a text. Null if it is no whole number up to 999. */
function parseBags(typed: string): number | null {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
}

type MapLinkProps = { name: string; place: { location: string; lat: number | null; lng: number | null } };

/** Opens a map at the coordinates of a place, or at its address if it has none. */
export function MapLink({ name, place: { location, lat, lng } }: MapLinkProps) {
  const query = lat === null || lng === null ? location : `${lat},${lng}`;
  const search = new URLSearchParams({ api: '1', query }).toString();
  return (
    <StopLink
      icon={MapIcon}
      label={`Map: ${name}`}
      href={`https://www.google.com/maps/search/?${search}`}
      target="_blank"
    />
  );
}

export function CallLink({ name, phone }: { name: string; phone: string }) {
  return <StopLink icon={Phone} label={`Call ${name}`} href={telephoneUrl(phone)} />;
}

type StopLinkProps = { icon: Icon; label: string; href: string; target?: '_blank' };

function StopLink({ icon: LinkIcon, label, href, target }: StopLinkProps) {
  return (
    <Button asChild kind="outline" size="small" className="size-11 border-edge! p-0! text-ink!">
      <a href={href} target={target} rel="noreferrer">
        <LinkIcon size={20} aria-hidden />
        <span className="sr-only">{label}</span>
      </a>
    </Button>
  );
}
