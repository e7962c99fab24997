import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useDonationSender } from '#features/donations/queueFlag.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { SiteDataProvider } from '#web/site/SiteData.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

/** Wraps every screen. It restores the scroll position, and keeps toasts when the screen changes. */
export function AppFrame() {
  const { pathname } = useLocation();
  useDonationSender(pathname);
  return (
    <SiteDataProvider screen={pathname}>
      <Outlet />
      <Toaster side={pathname.startsWith(ADMIN_CONSOLE_PATH) ? 'left' : 'right'} />
      <ScrollRestoration />
    </SiteDataProvider>
  );
}
