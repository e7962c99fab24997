import '#web/jitless.ts';

export { logDonationBody } from './contract.ts';
