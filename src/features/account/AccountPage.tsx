import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { contract as auth } from '#features/auth/contract.ts';
import * as titles from '#web/console/titles.ts';
import { endpointQuery } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { doorToHere } from '#web/returnAddress.ts';
import { SecondFactorDoor } from './SecondFactorDoor.tsx';
import { SecondFactorTab } from './SecondFactorTab.tsx';
import { SessionsTab } from './SessionsTab.tsx';

export default function AccountPage() {
  const { data: me } = useQuery(endpointQuery(auth.adminMe, {}));
  if (!me) return null;
  if (!me.authenticated) return <Navigate to={doorToHere(paths.adminLogin)} replace />;
  return <Account username={me.username} mustSetUp={me.mustSetUpSecondFactor} />;
}

function Account({ username, mustSetUp }: { username: string; mustSetUp: boolean }) {
  const [searchParams] = useSearchParams();
  // As it was when one came: once the second factor is on, its recovery codes still have to be kept.
  const [isDoor] = useState(mustSetUp);
  return (
    <>
      <title>{titles.consoleAccount}</title>
      <meta name="robots" content="noindex" />
      {isDoor ? (
        <SecondFactorDoor username={username} />
      ) : searchParams.get('tab') === 'sessions' ? (
        <SessionsTab />
      ) : (
        <SecondFactorTab username={username} />
      )}
    </>
  );
}
