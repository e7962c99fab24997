import * as Popper from '@radix-ui/react-popper';
import { useQuery } from '@tanstack/react-query';
import { UserPlus, X } from 'lucide-react';
import {
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { lengths } from '#shared/lengths.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { classNames } from '#web/ui/classNames.ts';
import { TextInput } from '#web/ui/Field.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { Spinner } from '#web/ui/Button.tsx';
import { contract, type ParticipantMatch } from './contract.ts';
import { participantDetails, participantName } from './participantName.ts';
import { useDebounced } from './useDebounced.ts';

/** The part of a participant that the field needs to show a choice. */
export type PickedParticipant = Parameters<typeof participantName>[0];

type ParticipantComboboxProps = {
  value: PickedParticipant | null;
  onChange: (participant: ParticipantMatch | null) => void;
  /** A participant who is not offered: the one that is to be merged away. */
  excludedId?: number | undefined;
  /** Adds the option to create a participant with the typed text. */
  onCreate?: ((text: string) => void) | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  placeholder?: string | undefined;
};

/** The bare control, for a `Field` or a `Filter` around it. It works as the editable combobox of WAI-ARIA. */
export function ParticipantCombobox({
  value,
  onChange,
  excludedId,
  onCreate,
  ref,
  placeholder,
}: ParticipantComboboxProps) {
  const [text, setText] = useState('');
  const [isOpenWanted, setIsOpenWanted] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const search = useParticipantSearch(value === null ? text.trim() : '', excludedId);

  const optionCount = search.matches.length + (onCreate && search.settled ? 1 : 0);
  const open = isOpenWanted && value === null && text.trim() !== '';
  const expanded = open && optionCount > 0;
  // While the list still answers an earlier text, Enter chooses nothing.
  const active = expanded && search.settled ? Math.min(activeIndex, optionCount - 1) : null;

  function handleType(typed: string) {
    if (value !== null) onChange(null);
    setText(typed);
    setActiveIndex(0);
    setIsOpenWanted(true);
  }

  function choose(index: number) {
    const match = search.matches[index];
    setIsOpenWanted(false);
    if (match) {
      setText('');
      onChange(match);
    } else {
      onCreate?.(text.trim());
    }
  }

  function clear() {
    setText('');
    if (value !== null) onChange(null);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && text.trim() !== '') {
      event.preventDefault();
      if (open && active !== null) setActiveIndex((active + step + optionCount) % optionCount);
      else setIsOpenWanted(true);
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (active !== null) choose(active);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setIsOpenWanted(false);
    }
  }

  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    setIsOpenWanted(false);
    // During a switch to another window the field still has the focus, and the text stays.
    const isLeft = document.activeElement !== event.currentTarget;
    if (isLeft && onCreate === undefined) setText('');
  }

  return (
    <Popper.Root>
      <Popper.Anchor className="relative">
        <TextInput
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={expanded}
          data-list-open={open || undefined}
          aria-controls={expanded ? listId : undefined}
          aria-activedescendant={active === null ? undefined : optionId(listId, active)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={lengths.search}
          placeholder={placeholder}
          value={value === null ? text : participantName(value)}
          onChange={(event) => handleType(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onClick={() => setIsOpenWanted(true)}
          onBlur={handleBlur}
          className={classNames('pe-11', value !== null && 'font-semibold')}
        />
        <span className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted">
          {search.searching ? (
            <Spinner size={17} />
          ) : (
            (value !== null || text !== '') && (
              <IconButton
                icon={X}
                label="Clear participant"
                kind="quiet"
                size="row"
                className="max-md:size-11"
                onMouseDown={preventBlur}
                onClick={clear}
              />
            )
          )}
        </span>
      </Popper.Anchor>
      {open && (expanded || search.message !== null) && (
        <Popper.Content
          align="start"
          sideOffset={5}
          collisionPadding={8}
          className="z-30 max-h-[min(20rem,var(--radix-popper-available-height))] w-(--radix-popper-anchor-width) min-w-64 overflow-y-auto overscroll-contain rounded-large border-[1.5px] border-edge bg-raised p-1.5 text-ink shadow-toast"
          onMouseDown={preventBlur}
        >
          {expanded && (
            <div id={listId} role="listbox" aria-label="Participants">
              {search.matches.map((match, index) => (
                <Option
                  key={match.id}
                  id={optionId(listId, index)}
                  active={index === active}
                  onChoose={() => choose(index)}
                >
                  <span className="block font-[650] wrap-anywhere">{participantName(match)}</span>
                  <span className="block text-[0.875rem] wrap-anywhere text-muted">
                    {participantDetails(match)}
                  </span>
                </Option>
              ))}
              {optionCount > search.matches.length && (
                <Option
                  id={optionId(listId, search.matches.length)}
                  active={active === search.matches.length}
                  onChoose={() => choose(search.matches.length)}
                >
                  <span className="flex items-center gap-2 font-[650] text-spruce">
                    <UserPlus size={17} className="shrink-0" aria-hidden />
                    <span className="min-w-0 wrap-anywhere">New donor “{text.trim()}”</span>
                  </span>
                </Option>
              )}
            </div>
          )}
          {search.message !== null && (
            <p aria-hidden className="px-2.5 py-2 text-muted">
              {search.message}
            </p>
          )}
        </Popper.Content>
      )}
      <span role="status" className="sr-only">
        {open && (search.message ?? (search.settled && countOf(search.matches.length)))}
      </span>
    </Popper.Root>
  );
}

interface ParticipantSearch {
  /** Until the answer arrives, those of the earlier text. */
  matches: readonly ParticipantMatch[];
  /** Whether the matches are those of this text. */
  settled: boolean;
  searching: boolean;
  /** Why there are no matches. */
  message: string | null;
}

function useParticipantSearch(text: string, excludedId: number | undefined): ParticipantSearch {
  const searched = useDebounced(text);
  const found = useQuery({
    ...endpointQuery(contract.searchParticipants, { query: { q: searched } }),
    enabled: searched !== '' && text !== '',
    // Always fresh: participants are added and merged meanwhile.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  if (text === '') return { matches: [], settled: false, searching: false, message: null };
  if (searched === text && found.isError) {
    const message = errorMessage(found.error, 'The search failed.');
    return { matches: [], settled: false, searching: false, message };
  }
  const settled = searched === text && found.isSuccess && !found.isPlaceholderData;
  const matches = (found.data?.items ?? []).filter(({ id }) => id !== excludedId);
  const nobody = settled && matches.length === 0;
  return {
    matches,
    settled,
    searching: !settled,
    message: nobody ? `No participant found for “${text}”.` : null,
  };
}

type OptionProps = { id: string; active: boolean; onChoose: () => void; children: ReactNode };

function Option({ id, active, onChoose, children }: OptionProps) {
  return (
    // The keyboard works from the field, by aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      ref={active ? scrollIntoView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onChoose}
      className={classNames(
        'cursor-pointer rounded-console px-2.5 py-1.5 leading-[1.4] pointer-coarse:min-h-11',
        active ? 'bg-spruce-tint' : 'hover:bg-sunk',
      )}
    >
      {children}
    </div>
  );
}

/** A press beside the field must not blur it, which would close the list before the click. */
function preventBlur(event: MouseEvent) {
  event.preventDefault();
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'participant' : 'participants'} found`;
}
