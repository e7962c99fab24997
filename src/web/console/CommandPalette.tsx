import { lengths } from '#shared/lengths.ts';
import { Command } from 'cmdk';
import { Search, ShoppingBag, Tag, Trash2, User, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDay, formatLastDay } from '#words/formats.ts';
import { donorName } from '#features/donations/console/listedDonation.ts';
import { donationStatus } from '#features/donations/rules.ts';
import { useSearch } from '#features/search/useSearch.ts';
import { ownerName, usesText } from '#features/rewards/codeWords.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { IconButton } from '#web/ui/ReasonButton.tsx';
import { type Icon, Spinner } from '#web/ui/Button.tsx';
import { Kbd } from '#web/ui/Kbd.tsx';
import { StatusPill } from '#web/ui/Pill.tsx';
import { matchingCommands, type PaletteGroup } from './paletteCommands.ts';
import { participantDetails, participantName } from '#features/donors/participantName.ts';
import { useOpenDonation } from './donationAddress.ts';

interface PaletteItem {
  value: string;
  icon: Icon;
  label: string;
  /** Distinguishes items with the same label. */
  note?: string | undefined;
  end?: ReactNode;
  run: () => void;
}

interface Group {
  heading: string;
  items: readonly PaletteItem[];
}

type CommandPaletteProps = {
  groups: readonly PaletteGroup[];
  onClose: () => void;
};

/** Searches the console's commands, participants, codes, donations and bins while somebody types. */
export function CommandPalette({ groups, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const { results, isSearching, error } = useSearch(text.trim());
  const visibleGroups = [
    ...matchingCommands(groups, text).map(({ heading, commands }) => ({
      heading,
      items: commands.map(({ label, icon, keys, run }) => ({
        value: `${heading} ${label}`,
        label,
        icon,
        end: keys !== undefined && <Kbd>{keys}</Kbd>,
        run,
      })),
    })),
    ...useResultGroups(results),
  ].filter(({ items }) => items.length > 0);
  const itemCount = visibleGroups.flatMap(({ items }) => items).length;
  const isEmpty = itemCount === 0 && !isSearching;

  return (
    <Dialog onClose={onClose} title="Commands" size="palette" error={null} pending={false}>
      <Command
        label="Commands"
        // The items already match: the server has searched the records, and `matchingCommands` the commands.
        shouldFilter={false}
        loop
        vimBindings={false}
        className="flex min-h-0 flex-1 flex-col outline-none"
      >
        <div className="flex items-center gap-3 border-b-[1.5px] border-line ps-5 pe-3">
          {isSearching ? (
            <Spinner size={20} />
          ) : (
            <Search size={20} aria-hidden="true" className="shrink-0 text-muted" />
          )}
          <Command.Input
            value={text}
            onValueChange={setText}
            maxLength={lengths.search}
            placeholder="A screen, action, person, code, donation or bin"
            className="min-h-14 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-muted placeholder:opacity-100"
          />
          <IconButton icon={X} label="Close" kind="quiet" size="small" onClick={onClose} />
        </div>
        <Command.List
          label="Commands"
          className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain px-2 py-2 empty:hidden"
        >
          {visibleGroups.map(({ heading, items }) => (
            <Command.Group
              key={heading}
              heading={heading}
              className="[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-[0.8125rem] [&>[cmdk-group-heading]]:font-[650] [&>[cmdk-group-heading]]:text-muted"
            >
              {items.map((item) => (
                <Item
                  key={item.value}
                  {...item}
                  run={() => {
                    onClose();
                    item.run();
                  }}
                />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {isEmpty && (
          <p aria-hidden="true" className="px-5 pb-6 text-base text-muted">
            {emptyMessage(text, error)}
          </p>
        )}
      </Command>
      <p role="status" className="sr-only">
        {isEmpty ? emptyMessage(text, error) : text !== '' && `${itemCount} found`}
      </p>
    </Dialog>
  );
}

function emptyMessage(text: string, error: string | null): string {
  return error ?? `Nothing found for “${text.trim()}”.`;
}

/** The search results, grouped by kind. */
function useResultGroups({
  participants,
  codes,
  donations,
  bins,
}: ReturnType<typeof useSearch>['results']): Group[] {
  const { timeZone } = useSiteInfo();
  const openDonation = useOpenDonation();
  const navigate = useNavigate();
  return [
    {
      heading: 'People',
      items: participants.map((participant) => ({
        value: `participant ${participant.id}`,
        icon: User,
        label: participantName(participant),
        note: participantDetails(participant),
        run: () => void navigate(paths.consolePerson(participant.id)),
      })),
    },
    {
      heading: 'Codes',
      items: codes.map((code) => ({
        value: `code ${code.id}`,
        icon: Tag,
        label: code.code,
        note: `${ownerName(code)}, ${usesText(code)} used, until ${formatLastDay(new Date(code.expires_at), timeZone)}`,
        run: () => void navigate(paths.consolePerson(code.participant_id)),
      })),
    },
    {
      heading: 'Donations',
      items: donations.map((donation) => ({
        value: `donation ${donation.id}`,
        icon: ShoppingBag,
        label: `Donation ${donation.id}`,
        note: `${donorName(donation)}, ${donation.weight}, ${formatDay(donation.date)}`,
        end: <StatusPill status={donationStatus(donation)} size="small" />,
        run: () => openDonation(donation),
      })),
    },
    {
      heading: 'Bins',
      items: bins.map((bin) => ({
        value: `bin ${bin.id}`,
        icon: Trash2,
        label: bin.name,
        note: `${bin.binCode}, ${bin.location}`,
        end: !bin.isActive && <StatusPill status="inactive" size="small" />,
        run: () => void navigate(paths.consoleBin(bin.id)),
      })),
    },
  ];
}

function Item({ value, icon: ItemIcon, label, note, end, run }: PaletteItem) {
  return (
    <Command.Item
      value={value}
      onSelect={run}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-console px-3 py-1.5 text-[0.9375rem] leading-[1.4] text-ink data-[selected=true]:bg-spruce-tint pointer-coarse:min-h-11"
    >
      <ItemIcon size={18} className="shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {note === undefined ? label : <span className="block font-[650]">{label}</span>}
        {note !== undefined && <span className="block text-muted">{note}</span>}
      </span>
      {end}
    </Command.Item>
  );
}
