import { loadLogDonationBody } from '#features/donations/logging/LogDonationForm.tsx';
import { LogDonationPage } from '#features/donations/logging/LogDonationPage.tsx';
import { reloadWhenShownAgain } from '#web/reloadWhenShownAgain.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import './document.css?log';
import { hydrateIslands } from './islands.tsx';

export const islands = { log: LogDonationPage, toasts: Toasts };

hydrateIslands(islands, loadLogDonationBody);
reloadWhenShownAgain();
