import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router';
import { languageAndPath } from '#shared/languages.ts';
import { screenAt } from '#shared/screenAt.ts';
import { language } from '#words/language.ts';
import { Toasts } from '#web/ui/Toasts.tsx';

/** What every screen stands in: its place on the page is remembered, and toasts outlive a change of screen. */
export function AppFrame() {
  useFollowPlainLinks();
  return (
    <>
      <Outlet />
      {/* Dialogs hide all but live regions and take the pointer from it: what a toast offers can be pressed over them. */}
      <div aria-live="off" className="pointer-events-auto">
        <Toasts />
      </div>
      <ScrollRestoration />
    </>
  );
}

/** Header and footer stand on the landing page too, which has no router: here the router follows their links. */
function useFollowPlainLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || link.target || link.hasAttribute('download') || event.defaultPrevented) return;
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const { origin, pathname, search, hash } = link;
      const here = pathname === window.location.pathname && search === window.location.search;
      if (origin !== window.location.origin || (here && hash)) return;
      const screen = screenAt(pathname);
      // The pages of another language are another app.
      if (!screen || screen.document || languageAndPath(pathname).language !== language) return;
      event.preventDefault();
      void navigate(pathname + search + hash);
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
