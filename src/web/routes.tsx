import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { requireAdmin, requireDonor } from './guards.ts';
import { AppFrame } from './layouts/AppFrame.tsx';
import { RouteError } from './pages/RouteError.tsx';
import { paths } from './paths.ts';

/** THE LIST of screens. Each loads its code when it is first visited. */
export function routes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      Component: AppFrame,
      ErrorBoundary: RouteError,
      HydrateFallback: () => null,
      children: [
        {
          path: paths.home,
          lazy: { Component: async () => (await import('./pages/HomePage.tsx')).HomePage },
        },
        {
          path: paths.log,
          lazy: {
            Component: async () => (await import('#features/donations/LogDonationPage.tsx')).LogDonationPage,
          },
        },
        ...[paths.donorLogin, paths.login].map((path) => ({
          path,
          lazy: {
            Component: async () => (await import('#features/auth/DonorLoginPage.tsx')).DonorLoginPage,
          },
        })),
        ...[paths.dashboard, paths.status].map((path) => ({
          path,
          loader: () => requireDonor(queryClient),
          lazy: { Component: async () => (await import('./pages/DashboardPage.tsx')).DashboardPage },
        })),
        {
          path: paths.redeem,
          lazy: {
            Component: async () => (await import('#features/redemption/RedeemPage.tsx')).RedeemPage,
          },
        },
        {
          path: paths.adminLogin,
          lazy: {
            Component: async () => (await import('#features/auth/AdminLoginPage.tsx')).AdminLoginPage,
          },
        },
        {
          path: paths.console,
          loader: () => requireAdmin(queryClient),
          lazy: { Component: async () => (await import('./pages/ConsolePage.tsx')).ConsolePage },
        },
        {
          path: '*',
          lazy: { Component: async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage },
        },
      ],
    },
  ];
}
