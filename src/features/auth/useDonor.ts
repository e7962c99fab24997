import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/queries.ts';
import { contract } from './contract.ts';

/** The donor who is signed in, or null: nobody is, or the answer has not come. */
export function useDonor(): { studentId: string; displayName: string | null } | null {
  const { data } = useQuery(endpointQuery(contract.studentMe, {}));
  return data?.authenticated ? data : null;
}
