import type { ComponentType } from 'react';
import {
  type LoaderFunctionArgs,
  redirect,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { ScreenName, screens } from '#shared/screens.ts';
import { AppFrame } from '#web/layouts/AppFrame.tsx';
import { RouteError } from '#web/pages/RouteError.tsx';
import type * as guards from './guards.ts';
import { paths, screenPaths } from './paths.ts';

type Page = () => Promise<{ default: ComponentType }>;
type Pages<Name extends ScreenName> = Readonly<Record<Name, Page>>;

type ConsoleScreenName = {
  [Name in ScreenName]: (typeof screens)[Name] extends { isInEnglishOnly: true } ? Name : never;
}[ScreenName];

/** Pages for visitors and clerks that do without TanStack Query. A page's code is loaded when first needed. */
const visitorPages = {
  home: () => import('#web/landing/LandingPage.tsx'),
  log: () => import('#features/donations/LogDonationPage.tsx'),
  redeem: () => import('#features/till/RedeemPage.tsx'),
  guide: () => import('#web/pages/GuidePage.tsx'),
  privacy: () => import('#web/pages/PrivacyPage.tsx'),
  accessibility: () => import('#web/pages/AccessibilityPage.tsx'),
  offline: () => import('#web/pages/OfflinePage.tsx'),
  mailLink: () => import('#web/pages/MailLinkPage.tsx'),
} satisfies Partial<Pages<ScreenName>>;

type VisitorScreenName = keyof typeof visitorPages;

/** Pages that load their data by TanStack Query. Its code is loaded with the first of them. */
const queryPages: Pages<Exclude<ScreenName, ConsoleScreenName | VisitorScreenName>> = {
  donorLogin: () => import('#features/donors/DonorLoginPage.tsx'),
  login: () => import('#features/donors/DonorLoginPage.tsx'),
  dashboard: () => import('#features/donations/DashboardPage.tsx'),
  status: () => import('#features/donations/DashboardPage.tsx'),
  sharedStatus: () => import('#features/donors/SharedStatusPage.tsx'),
  storeStatement: () => import('#features/till/StoreStatementPage.tsx'),
  pickup: () => import('#features/pickups/PickupPage.tsx'),
  discounts: () => import('#web/pages/DiscountsPage.tsx'),
  pickupRequest: () => import('#features/pickups/PickupRequestPage.tsx'),
  dropOff: () => import('#features/bins/PublicBinsPage.tsx'),
  reportOverflow: () => import('#features/bins/ReportOverflowPage.tsx'),
  binDemo: () => import('#features/bins/BinDemoPage.tsx'),
};

const consolePages: Pages<ConsoleScreenName> = {
  adminLogin: () => import('#features/staff/AdminLoginPage.tsx'),
  console: () => import('#web/console/ConsolePage.tsx'),
  consoleDesk: () => import('#features/donations/desk/DeskPage.tsx'),
  consoleIntake: () => import('#features/donations/console/IntakePage.tsx'),
  consolePhotos: () => import('#features/donations/console/PhotosPage.tsx'),
  consoleToday: () => import('#features/today/TodayPage.tsx'),
  consoleBins: () => import('#features/bins/BinsPage.tsx'),
  consoleBinPrint: () => import('#features/bins/BinPrintPage.tsx'),
  consolePartner: () => import('#web/pages/PartnerPage.tsx'),
  consolePerson: () => import('#features/donors/people/PersonPage.tsx'),
  consolePassword: () => import('#features/staff/PasswordPage.tsx'),
  consoleAccount: () => import('#features/staff/AccountPage.tsx'),
};

type Guard = keyof typeof guards & `require${string}`;

/** The guards of screens that are not for everyone. Null for a page that guards itself. */
const guardOf: Readonly<Record<ConsoleScreenName, Guard | null> & Partial<Record<ScreenName, Guard | null>>> =
  {
    dashboard: 'requireDonor',
    status: 'requireDonor',
    adminLogin: 'requireNoAdmin',
    console: 'requireAdmin',
    consoleDesk: 'requireAdmin',
    consoleIntake: null,
    consolePhotos: 'requireAdmin',
    consoleToday: 'requireAdmin',
    consoleBins: 'requireAdmin',
    consoleBinPrint: 'requireAdmin',
    consolePartner: 'requireAdmin',
    consolePerson: 'requireAdmin',
    consolePassword: 'requireSignedInAdmin',
    consoleAccount: 'requireAdminWithOwnPassword',
  };

export const routes: RouteObject[] = [
  {
    Component: AppFrame,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      ...routesOf(visitorPages),
      // The former address of the till's help.
      { path: `${screenPaths.redeem}/guide`, loader: () => redirect(paths.tillHelp) },
      {
        lazy: { Component: async () => (await import('./QueryFrame.tsx')).QueryFrame },
        children: routesOf(queryPages),
      },
      ...(import.meta.env.HAS_CONSOLE
        ? [
            {
              lazy: {
                Component: async () => (await import('#web/console/ConsoleFrame.tsx')).ConsoleFrame,
                ErrorBoundary: async () => (await import('#web/console/ConsoleError.tsx')).ConsoleError,
              },
              children: routesOf(consolePages),
            },
          ]
        : []),
      { path: '*', lazy: lazyComponent(() => import('#web/pages/NotFoundPage.tsx')) },
    ],
  },
];

function routesOf(pages: Readonly<Partial<Record<ScreenName, Page>>>): RouteObject[] {
  return (Object.entries(pages) as [ScreenName, Page][]).map(([name, page]) => {
    const guard = guardOf[name];
    return {
      path: screenPaths[name],
      lazy: lazyComponent(page),
      ...(guard && {
        loader: async ({ request }: LoaderFunctionArgs) =>
          (await import('./guards.ts'))[guard](new URL(request.url)),
        shouldRevalidate: isNewScreen,
      }),
    };
  });
}

function lazyComponent(load: Page) {
  return { Component: async () => (await load()).default };
}

/** Whether the guard must run again. A tab, a list's page or a dialog only changes the query of the same screen. */
function isNewScreen({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
