import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { VisitProvider } from '#features/site/Visit.tsx';
import { Toasts } from '#web/ui/Toasts.tsx';

/** What every screen stands in: its place on the page is remembered, and toasts outlive a change of screen. */
export function AppFrame() {
  return (
    <VisitProvider screen={useLocation().pathname}>
      <Outlet />
      {/* Dialogs hide all but live regions and take the pointer from it: what a toast offers can be pressed over them. */}
      <div aria-live="off" className="pointer-events-auto">
        <Toasts />
      </div>
      <ScrollRestoration />
    </VisitProvider>
  );
}
