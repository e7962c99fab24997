// What a donor has given so far, for whoever was sent the link.

export const heading = 'Donation status';
export const loading = 'Loading...';
export const totalDonations = 'Total Donations';
export const confirmed = 'Confirmed';
export const pending = 'Pending';
export const pendingNote = 'A pending donation waits for an admin to confirm it.';
export const logDonation = 'Log Donation';
export const howItWorks = 'How It Works';

export const noConnection = 'Network error.';
export const notFound = 'Link not found or expired.';
export const notFoundText = 'Check that it was copied whole, or ask for it once more.';
export const goHome = 'Go home';
