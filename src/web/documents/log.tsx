import { loadLogDonationBody } from '#features/donations/LogDonationForm.tsx';
import { LogDonationPage } from '#features/donations/LogDonationPage.tsx';
import { hydrateForm } from './hydrateForm.tsx';

hydrateForm(<LogDonationPage />, loadLogDonationBody);
