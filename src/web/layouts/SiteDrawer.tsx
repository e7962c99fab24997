import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { useCurrentLink } from './currentLink.ts';
import { siteLinks, type SiteLink } from './siteLinks.ts';

const squareButton =
  'inline-grid size-11 shrink-0 cursor-pointer place-items-center rounded-control border-[1.5px] border-edge bg-raised text-ink hover:bg-spruce-tint';

/** The bar's links on screens too narrow for them. */
export function SiteDrawer({ donor }: { donor: boolean }) {
  const [open, setOpen] = useState(false);
  const followedLink = useRef(false);

  function follow() {
    followedLink.current = true;
    setOpen(false);
  }

  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Menu" className={`${squareButton} nav:hidden`}>
        <Menu size={22} aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        {/* Dialog.Overlay would lock scrolling with an injected style tag, which the page's CSP refuses. */}
        <div aria-hidden="true" className="fixed inset-0 z-40 bg-scrim motion-safe:animate-fade-in" />
        <Dialog.Content
          data-scroll-lock
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!followedLink.current) return;
            followedLink.current = false;
            // Going back to the menu button would scroll away from the section just chosen.
            event.preventDefault();
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
          className="fixed inset-y-0 right-0 z-50 flex w-85 max-w-[calc(100vw-2.5rem)] flex-col gap-5 overflow-y-auto bg-paper px-5 pb-6 outline-none motion-safe:animate-slide-in"
        >
          <div className="flex min-h-15.5 shrink-0 items-center justify-between">
            <Dialog.Title className="leading-none">
              <span className="sr-only">Menu of </span>
              <Wordmark />
            </Dialog.Title>
            <Dialog.Close aria-label="Close menu" className={squareButton}>
              <X size={22} aria-hidden="true" />
            </Dialog.Close>
          </div>
          <nav aria-label="Main">
            <ul className="border-t-[1.5px] border-line">
              {siteLinks.map((link) => (
                <li key={link.to} className="border-b-[1.5px] border-line">
                  <DrawerLink {...link} onFollow={follow} />
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex flex-col gap-3">
            <Button asChild>
              <Link to={paths.log} onClick={follow}>
                Log Donation
              </Link>
            </Button>
            <Button asChild kind="outline">
              <Link to={donor ? paths.dashboard : paths.donorLogin} onClick={follow}>
                {donor ? 'Dashboard' : 'Donor Login'}
              </Link>
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerLink({ label, to, onFollow }: SiteLink & { onFollow: () => void }) {
  const current = useCurrentLink(to);
  return (
    <Link
      to={to}
      aria-current={current}
      onClick={onFollow}
      className="flex min-h-13 items-center text-[1.125rem] font-medium hover:text-spruce"
    >
      <span className={`border-b-3 ${current ? 'border-wheat' : 'border-transparent'}`}>{label}</span>
    </Link>
  );
}
