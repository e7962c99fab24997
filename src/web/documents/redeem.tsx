import { RedeemOrPractise } from '#features/redemption/practice/RedeemOrPractise.tsx';
import { loadKeptPin } from '#features/redemption/usePinKeeping.ts';
import { loadTillSchemas, loadVerdictParts } from '#features/redemption/useTill.ts';
import { reloadWhenShownAgain } from '#web/reloadWhenShownAgain.ts';
import { Toasts } from '#web/ui/Toasts.tsx';
import './document.css?redeem';
import { hydrateIslands } from './islands.tsx';

export const islands = { redeem: RedeemOrPractise, toasts: Toasts };

hydrateIslands(islands, () => Promise.all([loadTillSchemas(), loadVerdictParts(), loadKeptPin()]));
reloadWhenShownAgain();
