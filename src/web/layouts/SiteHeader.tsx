import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { useCurrentLink } from './currentLink.ts';
import { SiteDrawer } from './SiteDrawer.tsx';
import { siteLinks, type SiteLink } from './siteLinks.ts';

type SiteHeaderProps = {
  /** A donor is signed in: the way to the dashboard stands where the ways in would. */
  donor: boolean;
  /** Logo and one way on, for a screen with one thing to do. */
  slim: boolean;
};

export function SiteHeader({ donor, slim }: SiteHeaderProps) {
  return (
    <header className="border-b-[1.5px] border-line bg-paper print:hidden">
      <div className="container-page flex min-h-15.5 items-center justify-between gap-4 bar:min-h-19">
        <Link
          to={paths.home}
          aria-label="ReRound, home"
          className="-mx-1 inline-flex min-h-11 items-center rounded-console px-1"
        >
          <Wordmark />
        </Link>
        {slim ? (
          <Button asChild kind="ghost" size="small">
            <Link to={paths.dashboard}>Dashboard</Link>
          </Button>
        ) : (
          <div className="flex items-center gap-2.5">
            <nav aria-label="Main" className="mr-4.5 hidden nav:block">
              <ul className="flex gap-6">
                {siteLinks.map((link) => (
                  <li key={link.to}>
                    <BarLink {...link} />
                  </li>
                ))}
              </ul>
            </nav>
            <BarButtons donor={donor} />
            <SiteDrawer donor={donor} />
          </div>
        )}
      </div>
    </header>
  );
}

function BarButtons({ donor }: { donor: boolean }) {
  if (donor) {
    return (
      <Button asChild kind="outline" size="small" className="max-bar:hidden">
        <Link to={paths.dashboard}>Dashboard</Link>
      </Button>
    );
  }
  return (
    <>
      <Button asChild kind="outline" size="small" className="max-bar:hidden">
        <Link to={paths.donorLogin}>Donor Login</Link>
      </Button>
      <Button asChild size="small" className="max-tiny:hidden">
        <Link to={paths.log}>Log Donation</Link>
      </Button>
    </>
  );
}

function BarLink({ label, to }: SiteLink) {
  const current = useCurrentLink(to);
  return (
    <Link
      to={to}
      aria-current={current}
      className="inline-block border-b-3 border-transparent py-1 leading-[1.4] font-medium text-ink hover:border-line aria-[current]:border-wheat"
    >
      {label}
    </Link>
  );
}
