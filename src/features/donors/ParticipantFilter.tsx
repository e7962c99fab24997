import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { Filter } from '#web/ui/FilterBar.tsx';
import { contract } from './contract.ts';
import { ParticipantCombobox, type PickedParticipant } from './ParticipantCombobox.tsx';

type ParticipantFilterProps = {
  /** The participant's number from the address, or an empty string. */
  id: string;
  onChange: (id: string) => void;
  className?: string | undefined;
};

export function ParticipantFilter({
  id,
  onChange,
  className = 'max-sm:basis-full! sm:max-md:flex-1 md:w-56 lg:w-64',
}: ParticipantFilterProps) {
  const participant = useParticipant(id);
  return (
    <Filter label="Participant" className={className}>
      <ParticipantCombobox
        placeholder="Anyone"
        value={participant}
        onChange={(chosen) => onChange(chosen ? String(chosen.id) : '')}
      />
    </Filter>
  );
}

/** Looks up a participant by number, with the search. Until it answers, only the number is known. */
function useParticipant(idText: string): PickedParticipant | null {
  const { data } = useQuery({
    ...endpointQuery(contract.searchParticipants, { query: { q: idText } }),
    enabled: idText !== '',
  });
  if (idText === '') return null;
  const id = Number(idText);
  return data?.items.find((participant) => participant.id === id) ?? { id };
}
