import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import { CodeActions, CodeStatus, expiryDay, OwnerLink, type CodeListProps } from './CodePieces.tsx';
import { ownerDetails, usesText } from './codeWords.ts';
import type { CodeRow } from './contract.ts';

// Narrower than this, what the search finds all the same is left out.
const wide = 'max-[1239px]:hidden';
const medium = 'max-[859px]:hidden';

export const codeColumns: readonly Column<CodeRow, CodeListProps>[] = [
  {
    name: 'Code',
    heading: true,
    skeleton: 'w-22',
    cellClassName: 'max-lg:w-full max-lg:min-w-26 max-lg:py-1.5 max-lg:wrap-anywhere',
    cell: (code) => (
      <>
        <span className="tracking-[.02em] whitespace-nowrap">{code.code}</span>
        <OwnerLink code={code} className="block w-fit font-normal lg:hidden" />
      </>
    ),
  },
  {
    name: 'Participant',
    skeleton: 'w-32',
    className: 'max-lg:hidden',
    cellClassName: 'w-3/5 min-w-36 py-1.5 wrap-anywhere',
    cell: (code) => (
      <>
        <OwnerLink code={code} /> <span className={`ms-1 text-muted ${wide}`}>{ownerDetails(code)}</span>
      </>
    ),
  },
  { name: 'Uses', nowrap: true, skeleton: 'w-10', cell: usesText },
  {
    name: 'Expires',
    nowrap: true,
    skeleton: 'w-24',
    cell: (code, { timeZone }) => expiryDay(code, timeZone),
  },
  {
    name: 'Partner',
    quiet: (code) => code.partner_name === null,
    skeleton: 'w-28',
    className: medium,
    cellClassName: 'truncate max-lg:max-w-40 lg:w-2/5 lg:max-w-0',
    cell: (code) => code.partner_name ?? 'Any',
  },
  { name: 'Status', skeleton: 'w-16', cell: (code, { now }) => <CodeStatus code={code} now={now} /> },
  actionsColumn({
    skeleton: 'w-60 max-lg:w-44',
    cellClassName: 'max-lg:[&_button]:px-1.5 max-[1239px]:[&_svg]:hidden',
    cell: (code, actions) => <CodeActions code={code} size="row" {...actions} />,
  }),
];

export function CodesTable(props: CodeListProps) {
  return <DataTable label="Reward codes" columns={codeColumns} rows={props.codes} context={props} />;
}
