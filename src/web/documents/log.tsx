import { loadLogDonationBody } from '#features/donations/logging/LogDonationForm.tsx';
import { LogDonationPage } from '#features/donations/logging/LogDonationPage.tsx';
import { hydrateForm } from './hydrateForm.tsx';

hydrateForm(<LogDonationPage />, loadLogDonationBody);
