import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { endpointQuery } from '#web/api/queries.ts';
import { consoleHeading, ConsolePageLayout } from '#web/console/ConsolePageLayout.tsx';
import { paths } from '#web/paths.ts';
import { TabLink, TabList } from '#web/ui/Tabs.tsx';
import { contract } from './contract.ts';

const tabs = [
  { name: 'password', to: paths.consolePassword, label: 'Password' },
  { name: 'second factor', to: paths.consoleAccount, label: 'Second factor' },
  { name: 'mail', to: paths.consoleOwnMail, label: 'Mail' },
  { name: 'sessions', to: paths.consoleSessions, label: 'Sessions' },
] as const;

type AccountLayoutProps = {
  tab: (typeof tabs)[number]['name'];
  /** Shown only in print, instead of the page. */
  printContent?: ReactNode;
  children: ReactNode;
};

export function AccountLayout({ tab, printContent, children }: AccountLayoutProps) {
  const { data: me } = useQuery(endpointQuery(contract.adminMe, {}));
  const { data: sessionList } = useQuery(endpointQuery(contract.sessions, {}));
  return (
    <ConsolePageLayout>
      {printContent}
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
          {tabs.map(({ name, to, label }) => (
            <TabLink
              key={name}
              count={name === 'sessions' ? sessionList?.sessions.length : undefined}
              countLabel="open"
            >
              <Link to={to} aria-current={name === tab ? 'page' : undefined}>
                {label}
              </Link>
            </TabLink>
          ))}
        </TabList>
        <div className="mt-5 sm:mt-[22px]">{children}</div>
      </div>
    </ConsolePageLayout>
  );
}
