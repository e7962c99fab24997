import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './queries.ts';
import { contract } from '#features/auth/contract.ts';

/** The donor who is signed in, or null: nobody is, or the answer has not come. */
export function useDonor(): { studentId: string; displayName: string | null } | null {
  const { data } = useQuery(endpointQuery(contract.studentMe, {}));
  return data?.authenticated ? data : null;
}
