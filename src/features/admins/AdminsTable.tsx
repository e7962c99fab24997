import { actionsColumn, type Column, DataTable } from '#web/ui/DataTable.tsx';
import {
  AdminActions,
  type AdminListProps,
  AdminName,
  AdminState,
  isOwn,
  LastSeen,
  RoleChoice,
  SecondFactor,
  secondFactorWords,
} from './AdminPieces.tsx';
import type { Admin } from './contract.ts';

const isOff = ({ isActive }: Admin) => !isActive;

export const adminColumns: readonly Column<Admin, AdminListProps>[] = [
  {
    name: 'Name',
    heading: ({ isActive }) => isActive,
    quiet: isOff,
    skeleton: 'w-28',
    cellClassName: 'h-11.5 py-1 lg:min-w-44',
    cell: (admin, list) => (
      <>
        <AdminName admin={admin} own={list.own} />
        <span className="block font-normal text-muted lg:hidden">
          <LastSeen {...list} admin={admin} />
        </span>
        <span className="block font-normal text-muted first-letter:uppercase xl:hidden">
          {secondFactorWords({ ...list, admin })}
        </span>
      </>
    ),
  },
  {
    name: 'Role',
    quiet: isOff,
    skeleton: 'w-32',
    cell: (admin, list) => <RoleChoice admin={admin} isFixed={isOff(admin) || isOwn(admin, list)} />,
  },
  {
    name: 'Second factor',
    quiet: isOff,
    skeleton: 'w-16',
    className: 'max-xl:hidden',
    cell: (admin, list) => <SecondFactor {...list} admin={admin} />,
  },
  {
    name: 'Last seen',
    quiet: isOff,
    skeleton: 'w-28',
    className: 'max-lg:hidden',
    cell: (admin, list) => <LastSeen {...list} admin={admin} />,
  },
  { name: 'State', skeleton: 'w-20', cell: (admin) => <AdminState admin={admin} /> },
  actionsColumn({
    skeleton: 'w-56 max-lg:w-40',
    cellClassName: 'max-lg:[&_:is(a,button)]:px-1.5 max-lg:[&_:is(a,button)_svg]:hidden',
    cell: (admin, list) => <AdminActions {...list} admin={admin} size="row" />,
  }),
];

export function AdminsTable(props: AdminListProps) {
  return <DataTable label="Admins" columns={adminColumns} rows={props.admins} context={props} />;
}
