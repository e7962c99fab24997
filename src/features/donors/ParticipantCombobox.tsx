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
  /** A participant who is not offered: the source of a merge. */
  excludedId?: number | undefined;
  /** Adds the option to choose a new donor with the typed text. */
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
  const [isListRequested, setIsListRequested] = useState(false);
  const [requestedIndex, setRequestedIndex] = useState(0);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const searchedText = value === null ? text.trim() : '';
  const search = useParticipantSearch(searchedText, excludedId);

  // Null stands for the option to choose a new donor with the typed text.
  const options: readonly (ParticipantMatch | null)[] =
    onCreate && search.isSettled ? [...search.matches, null] : search.matches;
  const isOpen = isListRequested && searchedText !== '';
  const hasOptions = isOpen && options.length > 0;
  // Null while the list still shows matches of an earlier text, so that Enter chooses nothing.
  const activeIndex = hasOptions && search.isSettled ? Math.min(requestedIndex, options.length - 1) : null;

  function handleType(typed: string) {
    if (value !== null) onChange(null);
    setText(typed);
    setRequestedIndex(0);
    setIsListRequested(true);
  }

  function choose(option: ParticipantMatch | null) {
    setIsListRequested(false);
    if (option === null) return onCreate?.(searchedText);
    setText('');
    onChange(option);
  }

  function clear() {
    setText('');
    if (value !== null) onChange(null);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && searchedText !== '') {
      event.preventDefault();
      if (activeIndex !== null) setRequestedIndex((activeIndex + step + options.length) % options.length);
      else setIsListRequested(true);
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const option = activeIndex === null ? undefined : options[activeIndex];
      if (option !== undefined) choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsListRequested(false);
    }
  }

  function handleBlur(event: FocusEvent<HTMLInputElement>) {
    setIsListRequested(false);
    // A text for a new donor is kept. So is any text if only the window loses the focus: the field stays the active element.
    const hasLeftField = document.activeElement !== event.currentTarget;
    if (hasLeftField && onCreate === undefined) setText('');
  }

  return (
    <Popper.Root>
      <Popper.Anchor className="relative">
        <TextInput
          ref={input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasOptions}
          data-list-open={isOpen || undefined}
          aria-controls={hasOptions ? listId : undefined}
          aria-activedescendant={activeIndex === null ? undefined : optionId(listId, activeIndex)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={lengths.search}
          placeholder={placeholder}
          value={value === null ? text : participantName(value)}
          onChange={(event) => handleType(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onClick={() => setIsListRequested(true)}
          onBlur={handleBlur}
          className={classNames('pe-11', value !== null && 'font-semibold')}
        />
        <span className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted">
          {search.isSearching ? (
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
      {isOpen && (hasOptions || search.message !== null) && (
        <Popper.Content
          align="start"
          sideOffset={5}
          collisionPadding={8}
          className="z-30 max-h-[min(20rem,var(--radix-popper-available-height))] w-(--radix-popper-anchor-width) min-w-64 overflow-y-auto overscroll-contain rounded-large border-[1.5px] border-edge bg-raised p-1.5 text-ink shadow-toast"
          onMouseDown={preventBlur}
        >
          {hasOptions && (
            <div id={listId} role="listbox" aria-label="Participants">
              {options.map((option, index) => (
                <Option
                  key={option?.id ?? 'new'}
                  id={optionId(listId, index)}
                  isActive={index === activeIndex}
                  onChoose={() => choose(option)}
                >
                  {option ? <MatchText match={option} /> : <NewDonorText text={searchedText} />}
                </Option>
              ))}
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
        {isOpen && (search.message ?? (search.isSettled && foundText(search.matches.length)))}
      </span>
    </Popper.Root>
  );
}

interface ParticipantSearch {
  /** Matches of the text, or of an earlier text until the answer arrives. */
  matches: readonly ParticipantMatch[];
  /** Whether the matches are those of the current text. Without a text or after a failure, this and `isSearching` are false. */
  isSettled: boolean;
  isSearching: boolean;
  /** Why there are no matches. */
  message: string | null;
}

function useParticipantSearch(text: string, excludedId: number | undefined): ParticipantSearch {
  const debouncedText = useDebounced(text);
  const results = useQuery({
    ...endpointQuery(contract.searchParticipants, { query: { q: debouncedText } }),
    enabled: debouncedText !== '' && text !== '',
    // Always fresh: participants are added and merged meanwhile.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
  const noMatches = { matches: [], isSettled: false, isSearching: false, message: null };
  if (text === '') return noMatches;
  if (debouncedText === text && results.isError) {
    return { ...noMatches, message: errorMessage(results.error, 'The search failed.') };
  }
  const isSettled = debouncedText === text && results.isSuccess && !results.isPlaceholderData;
  const matches = (results.data?.items ?? []).filter(({ id }) => id !== excludedId);
  const hasNoMatch = isSettled && matches.length === 0;
  return {
    matches,
    isSettled,
    isSearching: !isSettled,
    message: hasNoMatch ? `No participant found for “${text}”.` : null,
  };
}

type OptionProps = { id: string; isActive: boolean; onChoose: () => void; children: ReactNode };

function Option({ id, isActive, onChoose, children }: OptionProps) {
  return (
    // The field handles the keys, and names the option by aria-activedescendant.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      ref={isActive ? scrollIntoView : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      className={classNames(
        'cursor-pointer rounded-console px-2.5 py-1.5 leading-[1.4] pointer-coarse:min-h-11',
        isActive ? 'bg-spruce-tint' : 'hover:bg-sunk',
      )}
    >
      {children}
    </div>
  );
}

function MatchText({ match }: { match: ParticipantMatch }) {
  return (
    <>
      <span className="block font-[650] wrap-anywhere">{participantName(match)}</span>
      <span className="block text-[0.875rem] wrap-anywhere text-muted">{participantDetails(match)}</span>
    </>
  );
}

function NewDonorText({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-2 font-[650] text-spruce">
      <UserPlus size={17} className="shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">New donor “{text}”</span>
    </span>
  );
}

/** A press in the list must not blur the field: the list would close before the click. */
function preventBlur(event: MouseEvent) {
  event.preventDefault();
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

function foundText(count: number): string {
  return `${count} ${count === 1 ? 'participant' : 'participants'} found`;
}
