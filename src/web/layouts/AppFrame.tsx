import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useDonationSender } from '#features/donations/queueMark.ts';
import { ADMIN_CONSOLE_PATH } from '#shared/screens.ts';
import { SiteDataProvider } from '#web/site/SiteData.tsx';
import { Toaster } from '#web/ui/Toaster.tsx';

/** Wraps every screen: restores how far it was scrolled, and keeps toasts through a change of screen. */
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
