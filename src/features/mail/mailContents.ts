import type { PartName } from '#shared/health.ts';
import type { MailKind } from '#shared/mail.ts';
import type { WeightBand } from '#shared/weights.ts';

/** What is known of whoever hears of it, whatever it is. */
export interface OfDonor {
  /** The ID that they know themself by. */
  donorId: string;
}

interface OfDonation extends OfDonor {
  donationId: number;
  weight: WeightBand;
  /** The day it was given. */
  date: string;
  /** The name of the bin that it was left in, if it was one of ours. Nothing that a visitor typed. */
  bin: string | null;
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

/** Parts of the site, each with what the last look at it came to: English, as the console that says the same. */
interface OfHealth {
  checks: { name: PartName; sentence: string }[];
}

/** What each kind of mail tells: kept in the outbox as JSON until it is sent, and shown by the console afterwards. */
export interface MailContents extends Record<MailKind, object> {
  donation_logged: OfDonation;
  donation_confirmed: OfDonation & {
    /** Null where the donation earned none. */
    code: (OfCode & { uses: number }) | null;
    /** Which of the year's donations that count toward Gold Giver it is, and how many make one. Null where it does not count. */
    gold: { donations: number; of: number } | null;
  };
  /** Without a reason where the admin gave none. */
  donation_rejected: OfDonation & { reason: string | null };
  donation_measured: OfDonation & { measured: WeightBand };
  code_ending: OfDonor & OfCode & { usesLeft: number };
  code_used: OfDonor & OfCode & { store: string; usesLeft: number };
  pickup_scheduled: OfAppointment;
  pickup_moved: OfAppointment;
  /** Without a time where none had been agreed on. */
  pickup_cancelled: OfPickup & { scheduledAt: string | null; sequence: number };
  health_red: OfHealth;
  health_green: OfHealth;
  /** The code sealed with the site's key, and null once it was sent. */
  sign_in_code: { sealedCode: string | null };
  newsletter_confirmation: { subscriberId: number };
  /** Who tried it: an admin's name, or null for a command on the site's machine. */
  test: { sentBy: string | null };
}
