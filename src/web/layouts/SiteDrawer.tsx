import { Link } from 'react-router';
import { Menu, X } from 'lucide-react';
import { useRef } from 'react';
import { siteHeader as words } from '#words/site.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { useIsHydrated } from '#web/ui/hydration.tsx';
import { currentLink, siteLinks } from './siteLinks.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const squareButton =
  'inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-control border-[1.5px] border-edge bg-raised text-ink hover:bg-spruce-tint';

type SiteDrawerProps = { isDonorSignedIn: boolean; here: string };

/**
 * The header's links on narrow screens, in a drawer. It is a `dialog` element, which holds the focus and closes on Escape
 * by itself, so that the landing page loads no library for it.
 */
export function SiteDrawer({ isDonorSignedIn, here }: SiteDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const isHydrated = useIsHydrated();
  const close = () => drawer.current?.close();

  return (
    <>
      <button
        type="button"
        aria-label={words.menu}
        disabled={!isHydrated}
        aria-haspopup="dialog"
        // Without JavaScript it cannot open, but the footer has the same links.
        className={`${squareButton} nav:hidden noscript:hidden`}
        onClick={() => drawer.current?.showModal()}
      >
        <Menu size={22} aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard Escape closes it */}
      <dialog
        ref={drawer}
        aria-label={words.menuName}
        // A click outside the drawer has the dialog itself as its target. A click inside has an element of the drawer.
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-85 max-w-[calc(100vw-2.5rem)] overscroll-contain bg-paper text-ink outline-none backdrop:bg-scrim motion-safe:open:animate-slide-in motion-safe:open:backdrop:animate-fade-in"
      >
        <div className="flex min-h-full flex-col gap-5 px-5 pb-6">
          <div className="flex min-h-15.5 shrink-0 items-center justify-between">
            <Wordmark />
            <button type="button" aria-label={words.closeMenu} className={squareButton} onClick={close}>
              <X size={22} aria-hidden="true" />
            </button>
          </div>
          <nav aria-label={words.mainNavigation}>
            <ul className="border-t-[1.5px] border-line">
              {siteLinks.map(({ label, to }) => {
                const current = currentLink(to, here);
                return (
                  <li key={to} className="border-b-[1.5px] border-line">
                    <Link
                      to={to}
                      aria-current={current}
                      onClick={close}
                      className="flex min-h-13 items-center text-[1.125rem] font-medium hover:text-spruce"
                    >
                      <span className={`border-b-3 ${current ? 'border-wheat' : 'border-transparent'}`}>
                        {label}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </nav>
          <div className="flex flex-col gap-3">
            <Button asChild>
              <Link to={paths.log} onClick={close}>
                {words.logDonation}
              </Link>
            </Button>
            <Button asChild kind="outline">
              <Link to={isDonorSignedIn ? paths.dashboard : paths.donorLogin} onClick={close}>
                {isDonorSignedIn ? words.dashboard : words.donorLogin}
              </Link>
            </Button>
          </div>
          <LanguageSwitch
            here={here}
            className="inline-flex min-h-11 items-center self-start text-[1.125rem] font-medium hover:text-spruce"
          />
        </div>
      </dialog>
    </>
  );
}
