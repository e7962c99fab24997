import { RedeemPage } from '#features/redemption/RedeemPage.tsx';
import { loadTillSchemas } from '#features/redemption/useTill.ts';
import { hydrateForm } from './hydrateForm.tsx';

hydrateForm(<RedeemPage />, loadTillSchemas);
