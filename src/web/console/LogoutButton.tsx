import { useLogout } from './useLogout.ts';
import { Button } from '#web/ui/Button.tsx';

/** The way out for somebody who has nothing to do just now what the site asks of them first. */
export function LogoutButton({ className }: { className?: string | undefined }) {
  const { loggingOut, logout } = useLogout();
  return (
    <Button
      kind="quiet"
      size="medium"
      pending={loggingOut}
      pendingLabel="Logging out…"
      onClick={logout}
      className={className}
    >
      Log out
    </Button>
  );
}
