import type { QueryClient } from '@tanstack/react-query';
import {
  type LoaderFunctionArgs,
  redirectDocument,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { requireAdmin, requireAdminOfAnyPassword, requireDonor } from './guards.ts';
import { AppFrame } from '#web/layouts/AppFrame.tsx';
import { RouteError } from '#web/pages/RouteError.tsx';
import { paths } from './paths.ts';

/** THE LIST of screens. Each loads its code when it is first visited. */
export function routes(queryClient: QueryClient): RouteObject[] {
  const forAdmins = { loader: () => requireAdmin(queryClient), shouldRevalidate: isAnotherScreen };
  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        // Documents of their own: src/web/landing/main.tsx, src/web/documents/log.tsx and redeem.tsx.
        ...[paths.home, paths.log, paths.redeem].map((path) => ({
          path,
          // To its one spelling: the server knows no other, though the router takes any.
          loader: ({ request }: LoaderFunctionArgs) => redirectDocument(path + new URL(request.url).search),
        })),
        ...[paths.donorLogin, paths.login].map((path) => ({
          path,
          lazy: {
            Component: async () => (await import('#features/auth/DonorLoginPage.tsx')).DonorLoginPage,
          },
        })),
        ...[paths.dashboard, paths.status].map((path) => ({
          path,
          loader: () => requireDonor(queryClient),
          lazy: {
            Component: async () =>
              (await import('#features/donations/dashboard/DashboardPage.tsx')).DashboardPage,
          },
        })),
        {
          path: paths.discounts,
          lazy: {
            Component: async () => (await import('#features/partners/DiscountsPage.tsx')).DiscountsPage,
          },
        },
        {
          path: '/p/:shareToken',
          lazy: {
            Component: async () =>
              (await import('#features/participants/SharedStatusPage.tsx')).SharedStatusPage,
          },
        },
        {
          path: paths.privacy,
          lazy: { Component: async () => (await import('#web/pages/PrivacyPage.tsx')).PrivacyPage },
        },
        {
          path: paths.accessibility,
          lazy: {
            Component: async () => (await import('#web/pages/AccessibilityPage.tsx')).AccessibilityPage,
          },
        },
        {
          path: paths.guide,
          lazy: { Component: async () => (await import('#web/pages/GuidePage.tsx')).GuidePage },
        },
        {
          path: paths.pickupRequest,
          lazy: {
            Component: async () =>
              (await import('#features/pickups/PickupRequestPage.tsx')).PickupRequestPage,
          },
        },
        {
          path: paths.reportOverflow,
          lazy: {
            Component: async () => (await import('#features/bins/ReportOverflowPage.tsx')).ReportOverflowPage,
          },
        },
        {
          path: paths.binDemo,
          lazy: { Component: async () => (await import('#features/bins/BinDemoPage.tsx')).BinDemoPage },
        },
        {
          path: paths.adminLogin,
          lazy: {
            Component: async () => (await import('#features/auth/AdminLoginPage.tsx')).AdminLoginPage,
          },
        },
        {
          path: paths.console,
          ...forAdmins,
          lazy: { Component: async () => (await import('#web/console/ConsolePage.tsx')).ConsolePage },
        },
        {
          path: paths.consolePassword,
          loader: () => requireAdminOfAnyPassword(queryClient),
          lazy: {
            Component: async () => (await import('#features/auth/AdminPasswordPage.tsx')).AdminPasswordPage,
          },
        },
        {
          // It tells by itself whom it lets in.
          path: paths.consoleIntake,
          lazy: {
            Component: async () => (await import('#features/donations/intake/IntakePage.tsx')).IntakePage,
          },
        },
        {
          path: paths.consolePhotos,
          ...forAdmins,
          lazy: {
            Component: async () => (await import('#features/donations/photoProof/PhotosPage.tsx')).PhotosPage,
          },
        },
        {
          path: paths.consoleBins,
          ...forAdmins,
          lazy: { Component: async () => (await import('#features/bins/BinsPage.tsx')).BinsPage },
        },
        {
          path: paths.consoleBinPrint,
          ...forAdmins,
          lazy: { Component: async () => (await import('#features/bins/BinPrintPage.tsx')).BinPrintPage },
        },
        {
          path: '*',
          lazy: { Component: async () => (await import('#web/pages/NotFoundPage.tsx')).NotFoundPage },
        },
      ],
    },
  ];
}

/** A tab, a page of a list or a dialog changes the query only: that is no reason to ask again who is signed in. */
function isAnotherScreen({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
