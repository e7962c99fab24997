import { useQuery } from '@tanstack/react-query';
import { contract as participants } from '#features/participants/contract.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { ParticipantCombobox, type PickedParticipant } from '#features/participants/ParticipantCombobox.tsx';
import { anyText, oneOf, type ListAddress } from '#web/console/useListAddress.ts';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { codeStatuses } from './contract.ts';
import { ClearFiltersInBar } from '#web/console/ClearFilters.tsx';

type CodeStatusFilter = (typeof codeStatuses)[number];

export const codeFilters = {
  q: anyText,
  status: oneOf(codeStatuses),
  participantId: (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? text : ''),
};

export type CodeAddress = ListAddress<typeof codeFilters>;

const statusLabels: Readonly<Record<CodeStatusFilter, string>> = {
  any: 'Any status',
  unused: 'Unused',
  used: 'Used',
  expired: 'Expired',
};

export function CodeFilters({ address }: { address: CodeAddress }) {
  const { filters, set, type } = address;
  const participant = useParticipant(filters.participantId);
  return (
    <FilterBar label="Codes" className="w-full pb-1">
      <SearchBox
        label="Search"
        labelHidden={false}
        placeholder="Code, name, email or donor ID"
        value={filters.q}
        onChange={(text) => type('q', text)}
        className="max-md:basis-full! md:min-w-56 md:flex-1 lg:max-w-96"
      />
      <Filter label="Status">
        <SelectInput
          value={filters.status}
          onChange={({ currentTarget: { value } }) => set({ status: codeFilters.status(value) })}
        >
          {codeStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabels[status]}
            </option>
          ))}
        </SelectInput>
      </Filter>
      <Filter label="Participant" className="max-sm:basis-full! sm:max-md:flex-1 md:w-56 lg:w-64">
        <ParticipantCombobox
          placeholder="Anyone"
          value={participant}
          onChange={(chosen) => set({ participantId: chosen ? String(chosen.id) : '' })}
        />
      </Filter>
      {address.filtered && <ClearFiltersInBar onClear={address.clear} />}
    </FilterBar>
  );
}

/** The participant whose number the address holds. */
function useParticipant(idText: string): PickedParticipant | null {
  const id = Number(idText);
  const { data } = useQuery({
    ...endpointQuery(participants.mergePreview, { params: { id } }),
    enabled: id > 0,
  });
  if (id === 0) return null;
  return data ? { ...data.participant, studentIds: data.studentIds } : { id };
}
