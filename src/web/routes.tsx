import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  type LoaderFunctionArgs,
  redirectDocument,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { type AppScreenName, type ScreenName, screens } from '#shared/screens.ts';
import { ConsoleError } from '#web/console/ConsoleError.tsx';
import { AppFrame } from '#web/layouts/AppFrame.tsx';
import { RouteError } from '#web/pages/RouteError.tsx';
import {
  type Guard,
  requireAdmin,
  requireAdminOfAnyFactor,
  requireAdminOfAnyPassword,
  requireDonor,
  requireNoAdmin,
} from './guards.ts';
import { screenPaths } from './paths.ts';

type Page = () => Promise<{ default: ComponentType }>;

type PublicScreenName = {
  [Name in AppScreenName]: (typeof screens)[Name] extends { isInEnglishOnly: true } ? never : Name;
}[AppScreenName];

/** The page of each of the app's screens: its code comes when it is first visited. */
const publicPages: Readonly<Record<PublicScreenName, Page>> = {
  donorLogin: () => import('#features/auth/DonorLoginPage.tsx'),
  login: () => import('#features/auth/DonorLoginPage.tsx'),
  dashboard: () => import('#features/donations/dashboard/DashboardPage.tsx'),
  status: () => import('#features/donations/dashboard/DashboardPage.tsx'),
  sharedStatus: () => import('#features/participants/SharedStatusPage.tsx'),
  storeStatement: () => import('#features/statements/StoreStatementPage.tsx'),
  discounts: () => import('#web/pages/DiscountsPage.tsx'),
  guide: () => import('#web/pages/GuidePage.tsx'),
  pickupRequest: () => import('#features/pickups/PickupRequestPage.tsx'),
  reportOverflow: () => import('#features/bins/ReportOverflowPage.tsx'),
  binDemo: () => import('#features/bins/BinDemoPage.tsx'),
  privacy: () => import('#web/pages/PrivacyPage.tsx'),
  accessibility: () => import('#web/pages/AccessibilityPage.tsx'),
};

const consolePages: Readonly<Record<Exclude<AppScreenName, PublicScreenName>, Page>> = {
  adminLogin: () => import('#features/auth/AdminLoginPage.tsx'),
  console: () => import('#web/console/ConsolePage.tsx'),
  consoleProcess: () => import('#features/donations/processing/ProcessPage.tsx'),
  consoleIntake: () => import('#features/donations/intake/IntakePage.tsx'),
  consolePhotos: () => import('#features/donations/photoProof/PhotosPage.tsx'),
  consoleBins: () => import('#features/bins/BinsPage.tsx'),
  consoleBinPrint: () => import('#features/bins/BinPrintPage.tsx'),
  consolePartner: () => import('#web/pages/PartnerPage.tsx'),
  consolePerson: () => import('#features/people/PersonPage.tsx'),
  consolePassword: () => import('#features/account/PasswordPage.tsx'),
  consoleAccount: () => import('#features/account/AccountPage.tsx'),
};

const pages: Readonly<Partial<Record<AppScreenName, Page>>> = import.meta.env.HAS_CONSOLE
  ? { ...publicPages, ...consolePages }
  : publicPages;

const notFound: Page = () => import('#web/pages/NotFoundPage.tsx');

/** Whom a screen lets in, where that is not everyone. The intake tells by itself. */
const guards: Readonly<Partial<Record<AppScreenName, Guard>>> = {
  dashboard: requireDonor,
  status: requireDonor,
  adminLogin: requireNoAdmin,
  console: requireAdmin,
  consoleProcess: requireAdmin,
  consolePhotos: requireAdmin,
  consoleBins: requireAdmin,
  consoleBinPrint: requireAdmin,
  consolePartner: requireAdmin,
  consolePerson: requireAdmin,
  consolePassword: requireAdminOfAnyPassword,
  consoleAccount: requireAdminOfAnyFactor,
};

export function routes(queryClient: QueryClient): RouteObject[] {
  const appRoutes = (Object.entries(pages) as [AppScreenName, Page][]).map(([name, page]) => {
    const guard = guards[name];
    return {
      path: screenPaths[name],
      lazy: lazily(page),
      ...(guard && {
        loader: ({ request }: LoaderFunctionArgs) => guard(queryClient, new URL(request.url)),
      }),
      ...(guard === requireAdmin && { shouldRevalidate: isAnotherScreen }),
      ...(isOfConsole(name) && { ErrorBoundary: ConsoleError }),
    };
  });
  // Documents of their own, left for by loading them, in their one spelling: the server knows no other, though the router takes any.
  const documentRoutes = (Object.keys(screens) as ScreenName[])
    .filter((name) => 'document' in screens[name])
    .map((name) => ({
      path: screenPaths[name],
      loader: ({ request }: LoaderFunctionArgs) =>
        redirectDocument(screenPaths[name] + new URL(request.url).search),
    }));
  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [...documentRoutes, ...appRoutes, { path: '*', lazy: lazily(notFound) }],
    },
  ];
}

function isOfConsole(name: AppScreenName): boolean {
  return screens[name].path.startsWith(screens.console.path);
}

function lazily(load: Page) {
  return { Component: async () => (await load()).default };
}

/** A tab, a page of a list or a dialog changes the query only: that is no reason to ask again who is signed in. */
function isAnotherScreen({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
