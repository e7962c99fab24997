import { Outlet, ScrollRestoration } from 'react-router';
import { Toaster } from '#web/ui/Toaster.tsx';

/** What every screen stands in: its place on the page is remembered, and toasts outlive a change of screen. */
export function AppFrame() {
  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
