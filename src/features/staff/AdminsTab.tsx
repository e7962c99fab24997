import { useQuery } from '@tanstack/react-query';
import {
  CircleUserRound,
  Clock,
  Info,
  KeyRound,
  Minus,
  Plus,
  Power,
  PowerOff,
  ShieldCheck,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { useToday } from '#web/site/useToday.ts';
import type { Day } from '#shared/dates.ts';
import { adminRoles } from '#shared/roles.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { errorToast } from '#web/api/errors.ts';
import { DataList } from '#web/console/DataList.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, RowButton } from '#web/ui/DataRows.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { SelectInput } from '#web/ui/Field.tsx';
import { Pill, StatusPill } from '#web/ui/Pill.tsx';
import {
  AddAdminDialog,
  ResetDialog,
  roleLabels,
  SwitchOffDialog,
  useChangeRole,
  useSetActive,
} from './AdminDialogs.tsx';
import { type Admin, contract } from './contract.ts';
import { type IssuedPassword, IssuedPasswords } from './IssuedPasswords.tsx';
import { isActiveAdmin, lastSeenText } from './rules.ts';
import { secondFactorHintId, SecondFactorRule } from './SecondFactorRule.tsx';

type ColumnsContext = {
  /** The signed-in admin's name. */
  ownUsername: string | undefined;
  /** Whether the signed-in admin is the only active one. */
  isOnlyAdmin: boolean;
  isSecondFactorRequired: boolean;
  today: Day;
  timeZone: TimeZone;
  onReset: (admin: Admin) => void;
  onSwitchOff: (admin: Admin) => void;
};

function adminColumns(context: ColumnsContext): Column<Admin>[] {
  const isOwn = ({ username }: Admin) => username === context.ownUsername;
  const isOff = ({ isActive }: Admin) => !isActive;
  const hasFixedRole = (admin: Admin) => isOff(admin) || isOwn(admin);
  const lastSeen = (admin: Admin) =>
    isOwn(admin) ? 'now' : lastSeenText(admin.lastSeenAt, context.today, context.timeZone);
  const mustSetUp = ({ isActive, hasSecondFactor }: Admin) =>
    context.isSecondFactorRequired && isActive && !hasSecondFactor;
  const secondFactor = (admin: Admin) => {
    if (mustSetUp(admin)) return 'second factor asked at next sign-in';
    return admin.hasSecondFactor ? 'second factor on' : 'second factor off';
  };
  return [
    {
      name: 'Name',
      kind: 'heading',
      quiet: isOff,
      className: 'h-11.5 lg:min-w-44',
      cell: (admin, place) => (
        <>
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <span className="wrap-anywhere">{admin.username}</span>
            {isOwn(admin) && <span className="font-normal text-muted">you</span>}
            {admin.isActive && admin.lastSeenAt === null && (
              <Pill tone="sky" icon={Info} size="small">
                New
              </Pill>
            )}
          </span>
          {place === 'row' && (
            <>
              <span className="block font-normal text-muted first-letter:uppercase lg:hidden">
                {lastSeen(admin)}
              </span>
              <span className="block font-normal text-muted first-letter:uppercase xl:hidden">
                {secondFactor(admin)}
              </span>
            </>
          )}
        </>
      ),
    },
    {
      name: 'Seen',
      kind: 'line',
      only: 'card',
      cell: (admin) => (
        <span className="block first-letter:uppercase">
          {lastSeen(admin)}, {hasFixedRole(admin) && `${roleLabels[admin.role].toLowerCase()}, `}
          {secondFactor(admin)}
        </span>
      ),
    },
    {
      name: 'Role',
      quiet: isOff,
      cell: (admin, place) => {
        if (!hasFixedRole(admin)) return <RoleChoice admin={admin} />;
        return place === 'row' ? roleLabels[admin.role] : null;
      },
    },
    {
      name: 'Second factor',
      only: 'table',
      from: 'xl',
      quiet: isOff,
      cell: (admin) => {
        if (mustSetUp(admin)) {
          return (
            <Pill tone="wheat" icon={Clock} size="small">
              Asked at next sign-in
            </Pill>
          );
        }
        if (!admin.hasSecondFactor) return 'Off';
        return (
          <Pill tone="spruce" icon={ShieldCheck} size="small">
            On
          </Pill>
        );
      },
    },
    {
      name: 'Last seen',
      only: 'table',
      from: 'lg',
      quiet: isOff,
      className: 'first-letter:uppercase',
      cell: lastSeen,
    },
    {
      name: 'State',
      kind: 'pill',
      cell: ({ isActive }) =>
        isActive ? (
          <StatusPill status="active" size="small" />
        ) : (
          <Pill tone="sunk" icon={Minus} size="small">
            Switched off
          </Pill>
        ),
    },
    {
      name: 'Actions',
      kind: 'actions',
      buttons: 2,
      cell: (admin) => {
        if (isOwn(admin)) {
          return (
            <>
              {context.isOnlyAdmin && (
                <span className="self-center px-2.5 text-muted">The last admin stays</span>
              )}
              <RowButton asChild kind="ghost" icon={CircleUserRound}>
                <Link to={paths.consoleAccount}>My account</Link>
              </RowButton>
            </>
          );
        }
        if (!admin.isActive) return <SwitchOnButton admin={admin} />;
        return (
          <>
            <RowButton
              icon={KeyRound}
              aria-label={`Reset password of ${admin.username}`}
              onClick={() => context.onReset(admin)}
            >
              Reset password
            </RowButton>
            <RowButton
              kind="clayGhost"
              icon={PowerOff}
              aria-label={`Switch off ${admin.username}`}
              onClick={() => context.onSwitchOff(admin)}
            >
              Switch off
            </RowButton>
          </>
        );
      },
    },
  ];
}

function RoleChoice({ admin }: { admin: Admin }) {
  const changeRole = useChangeRole(admin);
  return (
    <SelectInput
      size="console"
      aria-label={`Role of ${admin.username}`}
      // Shows the new choice while it is being saved.
      value={changeRole.isPending ? changeRole.variables : admin.role}
      onChange={({ currentTarget: { value } }) => {
        const role = adminRoles.find((name) => name === value);
        if (role && !changeRole.isPending) changeRole.mutate(role);
      }}
      className="w-34 max-md:min-w-40 md:[&>select]:min-h-8!"
    >
      {adminRoles.map((role) => (
        <option key={role} value={role}>
          {roleLabels[role]}
        </option>
      ))}
    </SelectInput>
  );
}

function SwitchOnButton({ admin }: { admin: Admin }) {
  const switchOn = useSetActive(admin, true);
  return (
    <RowButton
      kind="ghost"
      icon={Power}
      pending={switchOn.isPending}
      pendingLabel="Switching on…"
      aria-label={`Switch on ${admin.username}`}
      onClick={() =>
        switchOn.mutate(undefined, { onError: (error) => errorToast(error, 'Failed to switch on') })
      }
    >
      Switch on
    </RowButton>
  );
}

type OpenDialog = { kind: 'add' } | { kind: 'reset' | 'switchOff'; admin: Admin };

export function AdminsTab() {
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  const ownUsername = me?.authenticated ? me.username : undefined;
  const list = useQuery({
    ...endpointQuery(contract.admins, {}),
    select: ({ admins }) => {
      const items = sortAdmins(admins, ownUsername);
      return { items, total: items.length, limit: items.length, offset: 0 };
    },
    // Other admins may have changed the list.
    staleTime: 0,
  });
  const secondFactor = useQuery({ ...endpointQuery(contract.secondFactor, {}), staleTime: 0 });
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [issuedPasswords, setIssuedPasswords] = useState<readonly IssuedPassword[]>([]);
  const addButton = useRef<HTMLButtonElement>(null);
  const isOnlyAdmin = !list.data?.items.some(
    (admin) => admin.username !== ownUsername && isActiveAdmin(admin),
  );

  function showPassword(newest: IssuedPassword) {
    setDialog(null);
    setIssuedPasswords([newest, ...issuedPasswords.filter(({ adminId }) => adminId !== newest.adminId)]);
  }

  function hidePassword(passedOn: IssuedPassword) {
    setIssuedPasswords(issuedPasswords.filter((password) => password !== passedOn));
    // The button that had the focus is gone.
    addButton.current?.focus();
  }

  return (
    <>
      {secondFactor.error && (
        <ErrorBanner
          message={errorMessage(secondFactor.error, 'Failed to load whether everyone needs a second factor')}
          onRetry={() => void secondFactor.refetch()}
          retrying={secondFactor.isFetching}
        />
      )}
      <DataList
        title="Admins"
        list={list}
        columns={adminColumns({
          ownUsername,
          isOnlyAdmin,
          isSecondFactorRequired: secondFactor.data?.isRequired === true,
          today,
          timeZone,
          onReset: (admin) => setDialog({ kind: 'reset', admin }),
          onSwitchOff: (admin) => setDialog({ kind: 'switchOff', admin }),
        })}
        notice={<IssuedPasswords issuedPasswords={issuedPasswords} onPassedOn={hidePassword} />}
        failure={() => 'Failed to load the admins'}
        toolbar={
          <div className="ms-auto flex items-center gap-5 max-sm:contents">
            {secondFactor.data && (
              <SecondFactorRule
                isRequired={secondFactor.data.isRequired}
                hasSecondFactor={secondFactor.data.since !== null}
              />
            )}
            <Button
              ref={addButton}
              size="console"
              icon={Plus}
              onClick={() => setDialog({ kind: 'add' })}
              className="max-md:min-h-11 max-sm:ms-auto max-sm:px-3"
            >
              Add admin
            </Button>
          </div>
        }
        skeletonRows={4}
        // The signed-in admin is always in the list.
        empty={null}
      />
      <Explanations />
      {dialog?.kind === 'add' && <AddAdminDialog onClose={() => setDialog(null)} onAdded={showPassword} />}
      {dialog?.kind === 'reset' && (
        <ResetDialog admin={dialog.admin} onClose={() => setDialog(null)} onReset={showPassword} />
      )}
      {dialog?.kind === 'switchOff' && (
        <SwitchOffDialog admin={dialog.admin} onClose={() => setDialog(null)} />
      )}
    </>
  );
}

/** The signed-in admin first, those switched off last. */
function sortAdmins(admins: readonly Admin[], ownUsername: string | undefined): Admin[] {
  const rank = ({ username, isActive }: Admin) => {
    if (username === ownUsername) return 0;
    return isActive ? 1 : 2;
  };
  return admins.toSorted((first, second) => rank(first) - rank(second));
}

function Explanations() {
  return (
    <dl className="grid gap-x-10 gap-y-4 text-[0.90625rem] leading-[1.4] md:grid-cols-2 xl:grid-cols-3">
      <div className="border-s-3 border-spruce ps-4">
        <dt className="font-[650]">Admin</dt>
        <dd className="mt-0.5 text-muted">Everything, settings and people’s data included.</dd>
      </div>
      <div className="border-s-3 border-spruce ps-4">
        <dt className="font-[650]">Volunteer</dt>
        <dd className="mt-0.5 text-muted">
          Pending, confirm, reject, undo of their own, intake, photos, bins, pickups, and search without
          export. Nothing else is shown to them.
        </dd>
      </div>
      <div className="border-s-3 border-spruce ps-4 md:max-xl:col-span-2">
        <dt className="font-[650]">Second factor</dt>
        <dd id={secondFactorHintId} className="mt-0.5 text-muted">
          While everyone needs one, those without one set it up before anything else: at their next sign-in,
          or at their next step if they are signed in now.
        </dd>
      </div>
    </dl>
  );
}
