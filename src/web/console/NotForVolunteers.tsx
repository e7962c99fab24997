import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';

/** Leads a volunteer away from a screen for admins, with a toast. */
export function NotForVolunteers({ label }: { label: string }) {
  useEffect(() => {
    toast({ kind: 'error', title: `${label} is for admins`, description: 'Please ask one of them.' });
  }, [label]);
  return <Navigate to={paths.console} replace />;
}
