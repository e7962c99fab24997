// What stands in the browser's tab, by the names of `#shared/screens.ts`. The console has its own in `#web/console/titles.ts`.
import { slogan } from './site.ts';

export const home = `ReRound · ${slogan}`;
export const log = 'Log a donation · ReRound';
export const redeem = 'Redeem a code · ReRound';
export const guide = 'What’s Bric-a-Brac? · ReRound';
export const pickupRequest = 'Request a free pickup · ReRound';
export const discounts = 'Partner discounts · ReRound';
export const privacy = 'Privacy · ReRound';
export const accessibility = 'Accessibility · ReRound';
export const binDemo = 'Two codes on every bin · ReRound';
export const donorLogin = 'Donor login · ReRound';
export const reportOverflow = 'Report a bin · ReRound';
export const sharedStatus = 'Donation status · ReRound';
export const dashboard = 'Your dashboard · ReRound';
export const offline = 'You are offline · ReRound';
export const mailLink = 'This link does not work · ReRound';
export const storeStatement = 'Statement · ReRound';
export const notFound = 'Page not found · ReRound';
