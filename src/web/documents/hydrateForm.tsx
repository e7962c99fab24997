import { startTransition, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { siteDefaults } from '#features/site/siteDefaults.ts';
import { learnOffsets } from '#shared/utcOffsets.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { keepForOffline } from '#web/keepForOffline.ts';
import { reloadWhenShownAgain } from '#web/reloadWhenShownAgain.ts';
import './documents.css';
import { FormDocument } from './FormDocument.tsx';

/** Brings a prerendered form to life. What it needs only once it is filled in comes when all is quiet. */
export function hydrateForm(page: ReactNode, loadLate: () => Promise<unknown>): void {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root to render into.');
  // Until the server names the day: looking a time zone up keeps a slow phone busy for some 70 ms.
  learnOffsets(siteDefaults.timeZone, import.meta.env.SITE_UTC_OFFSETS);
  startTransition(() => {
    hydrateRoot(root, <FormDocument queryClient={createQueryClient()}>{page}</FormDocument>);
  });
  keepForOffline(loadLate);
  reloadWhenShownAgain();
}
