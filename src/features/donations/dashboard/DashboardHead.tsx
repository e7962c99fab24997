import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { contract as auth } from '#features/donors/contract.ts';
import { address } from '#web/api/address.ts';
import { call, errorMessage } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { dashboard as words } from '#words/dashboard.tsx';
import { errorTitle } from '#words/site.ts';

const studentLogout = address<typeof auth.studentLogout>({
  method: 'POST',
  path: '/api/students/logout',
  access: 'public',
});

type DashboardHeadProps = { studentId: string; displayName: string | null };

export function DashboardHead({ studentId, displayName }: DashboardHeadProps) {
  return (
    <header>
      <div className="flex items-center justify-between gap-4 sm:justify-start">
        <p className="min-w-0 leading-snug text-muted wrap-anywhere">{studentId}</p>
        <LogOutButton />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <h1 className="t-2 min-w-0 wrap-anywhere">{greeting(displayName)}</h1>
        <Button asChild icon={Plus}>
          <Link to={paths.log}>{words.logDonation}</Link>
        </Button>
      </div>
    </header>
  );
}

function LogOutButton() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: () => call(studentLogout, {}),
    onSuccess: async () => {
      // Away first: this page would load itself anew from an empty cache.
      await navigate(paths.home);
      queryClient.clear();
    },
    onError: (error) =>
      toast({ kind: 'error', title: errorTitle, description: errorMessage(error, words.logOutFailed) }),
  });
  return (
    <Button
      kind="ghost"
      size="small"
      className="-me-4 shrink-0 sm:-ms-2 sm:me-0"
      pending={logOut.isPending}
      pendingLabel={words.loggingOut}
      onClick={() => logOut.mutate()}
    >
      {words.logOut}
    </Button>
  );
}

function greeting(displayName: string | null): string {
  const firstName = displayName?.trim().split(/\s+/)[0];
  return firstName ? words.greeting(firstName) : words.heading;
}
