import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { endpointQuery } from '#web/api/queries.ts';
import { consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { paths } from '#web/paths.ts';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { contract } from './contract.ts';

type AccountLayoutProps = {
  tab: 'password' | 'second factor' | 'mail' | 'sessions';
  /** Shown in print only. */
  printed?: ReactNode;
  children: ReactNode;
};

export function AccountLayout({ tab, printed, children }: AccountLayoutProps) {
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  const { data } = useQuery(endpointQuery(contract.sessions, {}));
  const current = (own: typeof tab) => (own === tab ? 'page' : undefined);
  return (
    <ConsolePageLayout>
      {printed}
      <div className="print:hidden">
        <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
          <h1 className={consoleHeading}>My account</h1>
          {me?.authenticated && (
            <p className="min-w-0 text-base text-muted wrap-anywhere">
              {me.username}, {me.role}
            </p>
          )}
        </div>
        <TabList label="My account" className="mt-3 px-3 sm:mt-4">
          <TabLink>
            <Link to={paths.consolePassword} aria-current={current('password')}>
              Password
            </Link>
          </TabLink>
          <TabLink>
            <Link to={paths.consoleAccount} aria-current={current('second factor')}>
              Second factor
            </Link>
          </TabLink>
          <TabLink>
            <Link to={paths.consoleOwnMail} aria-current={current('mail')}>
              Mail
            </Link>
          </TabLink>
          <TabLink count={data?.sessions.length} countLabel="open">
            <Link to={paths.consoleSessions} aria-current={current('sessions')}>
              Sessions
            </Link>
          </TabLink>
        </TabList>
        <div className="mt-5 sm:mt-[22px]">{children}</div>
      </div>
    </ConsolePageLayout>
  );
}
