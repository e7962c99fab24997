import { lengths } from '#shared/lengths.ts';
import { Command } from 'cmdk';
import { Search, User, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ParticipantMatch } from '#features/participants/contract.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { Icon } from '#web/ui/icon.ts';
import { Kbd } from '#web/ui/Kbd.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { matchingCommands, type PaletteGroup } from './paletteCommands.ts';
import { participantDetails, participantName } from '#features/participants/participantName.ts';
import { useParticipantSearch } from '#features/participants/useParticipantSearch.ts';

type CommandPaletteProps = {
  groups: readonly PaletteGroup[];
  onParticipant: (participant: ParticipantMatch) => void;
  onClose: () => void;
};

/** Everything the console can do, and every participant, by typing. */
export function CommandPalette({ groups, onParticipant, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const found = matchingCommands(groups, text);
  const participants = useParticipantSearch(text.trim(), undefined);
  const count = found.flatMap(({ commands }) => commands).length + participants.matches.length;
  const nothing = count === 0 && !participants.searching;

  function close(then: () => void) {
    onClose();
    then();
  }

  return (
    <Dialog open onClose={onClose} title="Commands" size="palette" error={null} pending={false}>
      <Command
        label="Commands"
        // Participants come matched from the server; the few commands are matched the same way above.
        shouldFilter={false}
        loop
        vimBindings={false}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <div className="flex items-center gap-3 border-b-[1.5px] border-line ps-5 pe-3">
          {participants.searching ? (
            <Spinner size={20} />
          ) : (
            <Search size={20} aria-hidden="true" className="shrink-0 text-muted" />
          )}
          <Command.Input
            value={text}
            onValueChange={setText}
            maxLength={lengths.search}
            placeholder="A screen, an action or a participant"
            className="min-h-14 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted placeholder:opacity-100"
          />
          <IconButton icon={X} label="Close" kind="quiet" size="small" onClick={onClose} />
        </div>
        <Command.List
          label="Commands"
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 py-2 empty:hidden"
        >
          {found.map(({ heading, commands }) => (
            <Group key={heading} heading={heading}>
              {commands.map(({ label, icon, keys, run }) => (
                <Item
                  key={label}
                  value={`${heading} ${label}`}
                  icon={icon}
                  onSelect={() => close(run)}
                  end={keys !== undefined && <Kbd>{keys}</Kbd>}
                >
                  {label}
                </Item>
              ))}
            </Group>
          ))}
          {participants.matches.length > 0 && (
            <Group heading="Participants">
              {participants.matches.map((participant) => (
                <Item
                  key={participant.id}
                  value={`participant ${participant.id}`}
                  icon={User}
                  onSelect={() => close(() => onParticipant(participant))}
                >
                  <span className="block font-[650]">{participantName(participant)}</span>
                  <span className="block text-muted">{participantDetails(participant)}</span>
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
        {nothing && (
          <p aria-hidden="true" className="px-5 pb-6 text-base text-muted">
            {nothingFound(text, participants.note)}
          </p>
        )}
      </Command>
      <p role="status" className="sr-only">
        {nothing ? nothingFound(text, participants.note) : text !== '' && `${count} found`}
      </p>
    </Dialog>
  );
}

function nothingFound(text: string, note: string | null): string {
  return note ?? `Nothing found for “${text.trim()}”.`;
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-[0.8125rem] [&>[cmdk-group-heading]]:font-[650] [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

type ItemProps = {
  value: string;
  icon: Icon;
  onSelect: () => void;
  end?: ReactNode;
  children: ReactNode;
};

function Item({ value, icon: ItemIcon, onSelect, end, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-console px-3 py-1.5 text-[0.9375rem] leading-[1.4] text-ink data-[selected=true]:bg-spruce-tint pointer-coarse:min-h-11"
    >
      <ItemIcon size={18} className="shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {end}
    </Command.Item>
  );
}
