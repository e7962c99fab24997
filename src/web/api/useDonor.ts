import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from './queries.ts';
import { studentMe } from '#features/auth/studentMeAddress.ts';

/** The donor who is signed in, or null: nobody is, or the answer has not come. */
export function useDonor(): { studentId: string; displayName: string | null } | null {
  const { data } = useQuery(endpointQuery(studentMe, {}));
  return data?.authenticated ? data : null;
}
