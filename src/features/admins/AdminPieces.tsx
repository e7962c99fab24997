import { CircleUserRound, Clock, Info, KeyRound, Minus, Power, PowerOff, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Day } from '#shared/dates.ts';
import { type AdminRole, adminRoles } from '#shared/roles.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { errorToast } from '#web/api/errorToast.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/classNames.ts';
import { SelectInput } from '#web/ui/Field.tsx';
import { Pill, StatusPill } from '#web/ui/Pill.tsx';
import { useChangeRole, useSetActive } from './adminChanges.ts';
import { lastSeenWords, roleWords } from './adminWords.ts';
import type { Admin } from './contract.ts';

export type AdminListProps = {
  admins: readonly Admin[];
  /** The name of whoever looks at the list. */
  own: string | undefined;
  /** Whether nobody else could let others in. */
  isOwnLast: boolean;
  /** Whether everyone needs a second factor. */
  needsSecondFactor: boolean;
  today: Day;
  timeZone: TimeZone;
  onReset: (admin: Admin) => void;
  onSwitchOff: (admin: Admin) => void;
};

export function isOwn({ username }: Admin, { own }: Pick<AdminListProps, 'own'>): boolean {
  return username === own;
}

/** The name, and who is oneself or has never been here. */
export function AdminName({ admin, own }: { admin: Admin; own: string | undefined }) {
  const isNew = admin.isActive && admin.lastSeenAt === null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="wrap-anywhere">{admin.username}</span>
      {isOwn(admin, { own }) && <span className="font-normal text-muted">you</span>}
      {isNew && (
        <Pill tone="sky" icon={Info} size="small">
          New
        </Pill>
      )}
    </span>
  );
}

/** What somebody may do: a choice, but of oneself and of those who are switched off. */
export function RoleChoice({
  admin,
  isFixed,
  className,
}: {
  admin: Admin;
  isFixed: boolean;
  className?: string;
}) {
  const change = useChangeRole(admin);
  if (isFixed) return roleWords[admin.role];
  return (
    <SelectInput
      size="console"
      aria-label={`Role of ${admin.username}`}
      // What was chosen, while it is on its way.
      value={change.isPending ? change.variables : admin.role}
      onChange={({ currentTarget: { value } }) => {
        const role = adminRoles.find((known) => known === value);
        if (role && !change.isPending) change.mutate(role);
      }}
      className={classNames('w-34 md:[&>select]:min-h-8!', className)}
    >
      {adminRoles.map((role: AdminRole) => (
        <option key={role} value={role}>
          {roleWords[role]}
        </option>
      ))}
    </SelectInput>
  );
}

type SecondFactorProps = { admin: Admin } & Pick<AdminListProps, 'needsSecondFactor'>;

/** Where it is off and everyone needs one, nobody without is let in any further. */
const isAskedFor = ({ admin, needsSecondFactor }: SecondFactorProps) =>
  needsSecondFactor && admin.isActive && !admin.hasSecondFactor;

export function SecondFactor(props: SecondFactorProps) {
  if (isAskedFor(props)) {
    return (
      <Pill tone="wheat" icon={Clock} size="small">
        Asked at next sign-in
      </Pill>
    );
  }
  if (!props.admin.hasSecondFactor) return 'Off';
  return (
    <Pill tone="spruce" icon={ShieldCheck} size="small">
      On
    </Pill>
  );
}

/** The same in a line of text. */
export function secondFactorWords(props: SecondFactorProps): string {
  if (isAskedFor(props)) return 'second factor asked at next sign-in';
  return `second factor ${props.admin.hasSecondFactor ? 'on' : 'off'}`;
}

export function LastSeen({
  admin,
  ...list
}: { admin: Admin } & Pick<AdminListProps, 'own' | 'today' | 'timeZone'>) {
  return isOwn(admin, list) ? 'now' : lastSeenWords(admin.lastSeenAt, list.today, list.timeZone);
}

export function AdminState({ admin: { isActive } }: { admin: Admin }) {
  if (isActive) return <StatusPill status="active" size="small" />;
  return (
    <Pill tone="sunk" icon={Minus} size="small">
      Switched off
    </Pill>
  );
}

type AdminActionsProps = Omit<AdminListProps, 'admins'> & { admin: Admin; size: 'row' | 'small' };

/** What can be done to somebody: to oneself nothing here. */
export function AdminActions({ admin, size, isOwnLast, onReset, onSwitchOff, ...list }: AdminActionsProps) {
  if (isOwn(admin, list)) {
    return (
      <>
        {isOwnLast && <span className="self-center px-2.5 text-muted">The last admin stays</span>}
        <Button asChild kind={size === 'row' ? 'ghost' : 'outline'} size={size} icon={CircleUserRound}>
          <Link to={paths.consoleAccount}>My account</Link>
        </Button>
      </>
    );
  }
  if (!admin.isActive) return <SwitchOnButton admin={admin} size={size} />;
  const { username } = admin;
  return (
    <>
      <Button
        kind={size === 'row' ? 'quiet' : 'outline'}
        size={size}
        icon={KeyRound}
        aria-label={`Reset password of ${username}`}
        onClick={() => onReset(admin)}
      >
        Reset password
      </Button>
      <Button
        kind="clayGhost"
        size={size}
        icon={PowerOff}
        aria-label={`Switch off ${username}`}
        onClick={() => onSwitchOff(admin)}
      >
        Switch off
      </Button>
    </>
  );
}

function SwitchOnButton({ admin, size }: { admin: Admin; size: 'row' | 'small' }) {
  const change = useSetActive(admin, () => {});
  return (
    <Button
      kind={size === 'row' ? 'ghost' : 'outline'}
      size={size}
      icon={Power}
      pending={change.isPending}
      pendingLabel="Switching on…"
      aria-label={`Switch on ${admin.username}`}
      onClick={() => change.mutate(true, { onError: (error) => errorToast(error, 'Failed to switch on') })}
    >
      Switch on
    </Button>
  );
}
