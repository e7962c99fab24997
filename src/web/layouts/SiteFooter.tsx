import { Link } from 'react-router';
import { footerLinks, site, siteFooter as words, siteLinks as headerLinks } from '#words/site.ts';
import { useSiteInfo } from '#web/site/useSiteInfo.ts';
import { paths } from '#web/paths.ts';
import { Wordmark } from '#web/ui/Wordmark.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import type { SiteLink } from './siteLinks.ts';

const year = new Date().getFullYear();

export function SiteFooter({ here }: { here: string }) {
  const { organization, isRegisteredNonprofit } = useSiteInfo();
  return (
    <footer className="on-panel bg-panel-2 text-panel-ink print:hidden">
      <div className="container-page pt-14 pb-12">
        <div className="grid grid-cols-2 gap-x-6 gap-y-8 bar:grid-cols-[1.55fr_1fr_1fr_1.1fr]">
          <div className="col-span-2 bar:col-span-1">
            <Wordmark size="footer" tone="panel" />
            <p className="t-3 mt-4.5">
              {site.sloganCall}
              <br />
              {site.sloganPromise}
            </p>
            <p className="t-small mt-4 max-w-[38ch] text-panel-muted">{words.whatWeAre}</p>
          </div>
          {footerGroups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="t-4 text-[1.0625rem]">{title}</h2>
              <ul className="mt-2">
                {links.map(({ label, to }) => (
                  <li key={to}>
                    <FooterLink label={label} to={to} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="t-small mt-12 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-panel-muted/25 pt-4 text-panel-muted">
          {/* A page that was prerendered last year has another year than the browser. */}
          <p suppressHydrationWarning className="max-bar:w-full">
            {words.copyright(year, organization.name, isRegisteredNonprofit)}
          </p>
          <ul className="flex gap-6">
            {smallPrintLinks.map(({ label, to }) => (
              <li key={to}>
                <FooterLink label={label} to={to} />
              </li>
            ))}
            <li>
              <LanguageSwitch here={here} className={linkClasses} />
            </li>
          </ul>
          <p>{words.madeBy}</p>
        </div>
      </div>
    </footer>
  );
}

const linkClasses = 't-small inline-flex min-h-11 items-center py-1 hover:underline bar:min-h-7.5';

function FooterLink({ label, to }: SiteLink) {
  return (
    // The console is in English only, so French pages load another build for it.
    <Link to={to} reloadDocument={to === paths.adminLogin} className={linkClasses}>
      {label}
    </Link>
  );
}

type FooterGroup = { title: string; links: readonly SiteLink[] };

const footerGroups: readonly FooterGroup[] = [
  {
    title: footerLinks.donors,
    links: [
      { label: footerLinks.log, to: paths.log },
      { label: footerLinks.whatToGive, to: paths.guide },
      { label: footerLinks.bins, to: paths.dropOff },
      { label: footerLinks.dashboard, to: paths.status },
      { label: footerLinks.discounts, to: paths.discounts },
      { label: footerLinks.pickup, to: paths.pickupRequest },
    ],
  },
  {
    title: footerLinks.aboutReRound,
    links: [
      { label: headerLinks.howItWorks, to: paths.section('how-it-works') },
      { label: footerLinks.about, to: paths.section('about') },
      { label: headerLinks.services, to: paths.section('services') },
      { label: headerLinks.community, to: paths.section('community') },
      { label: headerLinks.contact, to: paths.section('contact') },
    ],
  },
  {
    title: footerLinks.staff,
    links: [
      { label: footerLinks.redeem, to: paths.redeem },
      { label: footerLinks.adminLogin, to: paths.adminLogin },
    ],
  },
];

/** The links along the footer's lower edge. */
const smallPrintLinks: readonly SiteLink[] = [
  { label: footerLinks.privacy, to: paths.privacy },
  { label: footerLinks.accessibility, to: paths.accessibility },
];
