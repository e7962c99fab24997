import { lazy } from 'react';

/** The drawings, whose code comes when the first of them is shown. */
export const CodesBars = lazy(async () => ({ default: (await load()).CodesBars }));
export const DropSiteBars = lazy(async () => ({ default: (await load()).DropSiteBars }));

async function load() {
  try {
    return await import('./DonationCharts.tsx');
  } catch {
    // Without its drawing a chart is still a table; it must not take the whole screen down.
    return { CodesBars: NotLoaded, DropSiteBars: NotLoaded };
  }
}

function NotLoaded() {
  return <p className="py-6 text-muted">The drawing could not be loaded.</p>;
}
