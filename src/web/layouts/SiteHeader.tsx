import { Link } from 'react-router';
import { siteHeader as words } from '#words/site.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { currentLink, type SiteLink, siteLinks } from './siteLinks.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SiteDrawer } from './SiteDrawer.tsx';

export type SiteHeaderProps = {
  /** Its links: a donor's dashboard, or a visitor's sign-in and logging. `slim` has only logo, language and dashboard. */
  kind: 'visitor' | 'donor' | 'slim';
  /** The current path and hash. The link to it is underlined. */
  here: string;
};

export function SiteHeader({ kind, here }: SiteHeaderProps) {
  return (
    <header className="border-b-[1.5px] border-line bg-paper print:hidden">
      <div className="container-page flex min-h-15.5 items-center justify-between gap-4 max-tiny:gap-2 bar:min-h-19">
        <Link
          to={paths.home}
          aria-label={words.homeLink}
          className="-mx-1 inline-flex min-h-11 items-center rounded-console px-1"
        >
          <Wordmark />
        </Link>
        {kind === 'slim' ? (
          <div className="-me-4 flex items-center max-tiny:-me-2">
            <LanguageSwitch here={here} shortOn="phones" className={switchClasses} />
            <Button
              asChild
              kind="ghost"
              size="small"
              className="whitespace-nowrap max-tiny:px-2 max-tiny:whitespace-normal"
            >
              <Link to={paths.dashboard}>{words.dashboard}</Link>
            </Button>
          </div>
        ) : (
          <div className="flex items-center gap-2.5">
            <nav aria-label={words.mainNavigation} className="mr-4.5 hidden nav:block">
              <ul className="flex gap-4 xl:gap-5">
                {siteLinks.map((link) => (
                  <li key={link.to}>
                    <BarLink {...link} here={here} />
                  </li>
                ))}
              </ul>
            </nav>
            {/* Hidden at widths without room for it. The drawer and the footer always have it. */}
            <LanguageSwitch
              here={here}
              shortOn="bars"
              className={`${switchClasses} tiny:max-sm:hidden nav:max-[75rem]:hidden`}
            />
            <BarButtons isDonorSignedIn={kind === 'donor'} />
            <SiteDrawer isDonorSignedIn={kind === 'donor'} here={here} />
          </div>
        )}
      </div>
    </header>
  );
}

const switchClasses =
  'inline-flex min-h-11 items-center px-2 max-tiny:px-1 text-base font-medium text-ink underline-offset-4 hover:underline';

function BarButtons({ isDonorSignedIn }: { isDonorSignedIn: boolean }) {
  if (isDonorSignedIn) {
    return (
      <Button asChild kind="outline" size="small" className="whitespace-nowrap max-bar:hidden">
        <Link to={paths.dashboard}>{words.dashboard}</Link>
      </Button>
    );
  }
  return (
    <>
      <Button asChild kind="outline" size="small" className="whitespace-nowrap max-bar:hidden">
        <Link to={paths.donorLogin}>{words.donorLogin}</Link>
      </Button>
      <Button asChild size="small" className="whitespace-nowrap max-tiny:hidden">
        <Link to={paths.log}>{words.logDonation}</Link>
      </Button>
    </>
  );
}

function BarLink({ label, to, here }: SiteLink & { here: string }) {
  return (
    <Link
      to={to}
      aria-current={currentLink(to, here)}
      className="inline-block border-b-3 border-transparent pt-1.75 pb-1 text-[0.9375rem] leading-[1.4] whitespace-nowrap font-medium text-ink hover:border-line aria-[current]:border-wheat"
    >
      {label}
    </Link>
  );
}
