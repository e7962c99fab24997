import { RedeemPage } from '#features/redemption/RedeemPage.tsx';
import { loadTillSchemas } from '#features/redemption/useTill.ts';
import { reloadWhenShownAgain } from '#web/reloadWhenShownAgain.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import './document.css?redeem';
import { hydrateIslands } from './islands.tsx';

export const islands = { redeem: RedeemPage, toasts: Toasts };

hydrateIslands(islands, loadTillSchemas);
reloadWhenShownAgain();
