import type { MailKind } from '#shared/mail.ts';
import type { WeightBand } from '#shared/weights.ts';

interface OfDonation {
  donationId: number;
  weight: WeightBand;
  /** The day it was given. */
  date: string;
}

interface OfCode {
  code: string;
  /** Instant, as ISO. */
  expiresAt: string;
}

interface OfPickup {
  pickupId: number;
  name: string;
  address: string;
  items: string;
}

interface OfAppointment extends OfPickup {
  /** Instant, as ISO. */
  scheduledAt: string;
  /** How often the calendar entry was changed. */
  sequence: number;
}

/** What each kind of mail tells: kept in the outbox as JSON until it is sent, and shown by the console afterwards. */
export interface MailContents extends Record<MailKind, object> {
  donation_logged: OfDonation;
  /** Without a code where the donation earned none. */
  donation_confirmed: OfDonation & { code: (OfCode & { uses: number }) | null };
  donation_rejected: OfDonation & { reason: string };
  donation_measured: OfDonation & { measured: WeightBand };
  code_ending: OfCode & { usesLeft: number };
  code_used: OfCode & { store: string; usesLeft: number };
  pickup_received: OfPickup;
  pickup_scheduled: OfAppointment;
  pickup_moved: OfAppointment;
  /** Without a time where none had been agreed on. */
  pickup_cancelled: OfPickup & { scheduledAt: string | null; sequence: number };
  /** The code sealed with the site's key, and null once it was sent. */
  sign_in_code: { sealedCode: string | null };
  newsletter_confirmation: { subscriberId: number };
  test: { sentBy: string };
}
