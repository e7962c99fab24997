import { ParticipantFilter } from '#features/participants/ParticipantFilter.tsx';
import { anyRow, anyText, oneOf, type ListAddress } from '#web/console/useListAddress.ts';
import { SelectInput } from '#web/ui/Field.tsx';
import { Filter, FilterBar, SearchBox } from '#web/ui/FilterBar.tsx';
import { codeStatuses } from './contract.ts';
import { ClearFiltersInBar } from '#web/console/ClearFilters.tsx';

type CodeStatusFilter = (typeof codeStatuses)[number];

export const codeFilters = {
  q: anyText,
  status: oneOf(codeStatuses),
  participantId: anyRow,
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
      <ParticipantFilter id={filters.participantId} onChange={(participantId) => set({ participantId })} />
      {address.filtered && <ClearFiltersInBar onClear={address.clear} />}
    </FilterBar>
  );
}
