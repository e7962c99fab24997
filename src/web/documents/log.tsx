import { loadLogDonationBody } from '#features/donations/logging/LogDonationForm.tsx';
import { LogDonationPage } from '#features/donations/logging/LogDonationPage.tsx';
import { reloadWhenShownAgain } from '#web/reloadWhenShownAgain.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import './document.css?log';
import { hydrateIslands } from './islands.tsx';

export const islands = { log: LogDonationPage, toasts: Toasts };

// The toast that takes a donation back from being sent is needed without a connection, too.
hydrateIslands(islands, () => Promise.all([loadLogDonationBody(), import('#web/ui/Toaster.tsx')]));
reloadWhenShownAgain();
