import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as settingsContract } from '#features/settings/contract.ts';
import { useSiteInfo } from '#features/site/useSiteInfo.ts';
import { useToday } from '#features/site/useToday.ts';
import { errorMessage } from '#web/api/client.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { CardsSkeleton } from '#web/console/CardRow.tsx';
import { ListCard } from '#web/console/ListCard.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ErrorBanner } from '#web/ui/ErrorBanner.tsx';
import { TableSkeleton } from '#web/ui/DataTable.tsx';
import { AddAdminDialog } from './AddAdminDialog.tsx';
import { AdminCards } from './AdminCards.tsx';
import type { IssuedPassword } from './adminChanges.ts';
import { ResetDialog, SwitchOffDialog } from './AdminDialogs.tsx';
import { adminColumns, AdminsTable } from './AdminsTable.tsx';
import { type Admin, contract } from './contract.ts';
import { IssuedPasswords } from './IssuedPasswords.tsx';
import { isStanding } from './rules.ts';
import { secondFactorHint, SecondFactorRule } from './SecondFactorRule.tsx';

/** Who may use the console, and what they may do there. */
export function AdminsTab() {
  const { data: me } = useQuery(endpointQuery(auth.adminMe, {}));
  const own = me?.authenticated ? me.username : undefined;
  const list = useQuery({
    ...endpointQuery(contract.admins, {}),
    select: ({ admins }) => {
      const items = inOrder(admins, own);
      return { items, total: items.length, limit: items.length, offset: 0 };
    },
    // Others come and go.
    staleTime: 0,
  });
  const settings = useQuery({ ...endpointQuery(settingsContract.settings, {}), staleTime: 0 });
  const needsSecondFactor = settings.data?.settings.isSecondFactorRequired;
  const { timeZone } = useSiteInfo();
  const today = useToday();
  const [asked, setAsked] = useState<{ dialog: 'reset' | 'switchOff'; admin: Admin } | 'add' | null>(null);
  const [issued, setIssued] = useState<readonly IssuedPassword[]>([]);
  const addButton = useRef<HTMLButtonElement>(null);
  const ownRow = list.data?.items.find((admin) => admin.username === own);
  const isOwnLast = !list.data?.items.some((admin) => admin.username !== own && isStanding(admin));

  function show(next: IssuedPassword) {
    setAsked(null);
    setIssued([next, ...issued.filter(({ adminId }) => adminId !== next.adminId)]);
  }

  function forget(passedOn: IssuedPassword) {
    setIssued(issued.filter((one) => one !== passedOn));
    // What had the focus is gone.
    addButton.current?.focus();
  }

  return (
    <>
      {settings.error && (
        <ErrorBanner
          message={errorMessage(settings.error, 'Failed to load whether everyone needs a second factor')}
          onRetry={() => void settings.refetch()}
          retrying={settings.isFetching}
        />
      )}
      <ListCard
        title="Admins"
        list={list}
        failure={() => 'Failed to load the admins'}
        toolbar={
          <div className="ms-auto flex items-center gap-5 max-sm:contents">
            {needsSecondFactor !== undefined && ownRow && (
              <SecondFactorRule isRequired={needsSecondFactor} hasOwn={ownRow.hasSecondFactor} />
            )}
            <Button
              ref={addButton}
              size="console"
              icon={Plus}
              onClick={() => setAsked('add')}
              className="max-md:min-h-11 max-sm:ms-auto max-sm:px-3"
            >
              Add admin
            </Button>
          </div>
        }
        skeletons={{
          table: <TableSkeleton columns={adminColumns} rows={4} />,
          cards: <CardsSkeleton cards={3} lines={['w-2/5', 'w-3/5']} buttons />,
        }}
        // Whoever sees the list is in it.
        empty={null}
      >
        {(admins, asCards) => {
          const List = asCards ? AdminCards : AdminsTable;
          return (
            <>
              <IssuedPasswords issued={issued} onPassedOn={forget} />
              <List
                admins={admins}
                own={own}
                isOwnLast={isOwnLast}
                needsSecondFactor={needsSecondFactor === true}
                today={today}
                timeZone={timeZone}
                onReset={(admin) => setAsked({ dialog: 'reset', admin })}
                onSwitchOff={(admin) => setAsked({ dialog: 'switchOff', admin })}
              />
            </>
          );
        }}
      </ListCard>
      <Words />
      {asked === 'add' && <AddAdminDialog onClose={() => setAsked(null)} onAdded={show} />}
      {asked !== null && asked !== 'add' && asked.dialog === 'reset' && (
        <ResetDialog admin={asked.admin} onClose={() => setAsked(null)} onReset={show} />
      )}
      {asked !== null && asked !== 'add' && asked.dialog === 'switchOff' && (
        <SwitchOffDialog admin={asked.admin} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** Oneself first, and those who are switched off last. */
function inOrder(admins: readonly Admin[], own: string | undefined): Admin[] {
  const place = ({ username, isActive }: Admin) => (username === own ? 0 : isActive ? 1 : 2);
  return admins.toSorted((one, other) => place(one) - place(other));
}

/** What the words in the list mean. */
function Words() {
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
        <dd id={secondFactorHint} className="mt-0.5 text-muted">
          While everyone needs one, whoever has none sets it up before anything else: when they sign in, and
          at their next step where they are signed in now.
        </dd>
      </div>
    </dl>
  );
}
