CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- What searches compare: lower case, no accents, one kind of apostrophe, ASCII digits, nothing invisible. A body of this kind
-- holds its functions by number, so that it works whatever the search path is, as when pg_dump's file is restored.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(unaccent('unaccent', normalize(translate(value,
	E'`\u00B4\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669\u06F0\u06F1\u06F2\u06F3\u06F4\u06F5\u06F6\u06F7\u06F8\u06F9\u0966\u0967\u0968\u0969\u096A\u096B\u096C\u096D\u096E\u096F\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\uFEFF',
	'''''012345678901234567890123456789'), NFKC)));--> statement-breakpoint
CREATE TABLE "address_news_off" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_news_off_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "address_news_off_kind_known" CHECK ("address_news_off"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled', 'bin_emptied'))
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"role" text DEFAULT 'admin' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"second_factor_secret" text,
	"second_factor_since" timestamp (3) with time zone,
	"second_factor_step" bigint,
	"last_seen_at" timestamp (3) with time zone,
	"email" text,
	"notify_overflow" boolean DEFAULT false NOT NULL,
	"notify_pickup" boolean DEFAULT false NOT NULL,
	"notify_daily" boolean DEFAULT false NOT NULL,
	"daily_list_on" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "admins_role_known" CHECK ("admins"."role" in ('admin', 'volunteer')),
	CONSTRAINT "admins_second_factor_whole" CHECK ("admins"."second_factor_since" is null or "admins"."second_factor_secret" is not null)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"actor_role" text DEFAULT 'admin' NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer,
	"participant_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(actor, ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" bigint,
	"finished_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "backups_verified_or_failed" CHECK (num_nonnulls("backups"."verified_at", "backups"."failure") = 1)
);
--> statement-breakpoint
CREATE TABLE "bin_visits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bin_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bin_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"bags_found" integer,
	"note" text,
	"former_last_emptied" timestamp (3) with time zone,
	"was_overflowing" boolean NOT NULL,
	"alert_id" integer,
	"undone_at" timestamp (3) with time zone,
	"undone_by" text,
	CONSTRAINT "bin_visits_bags_found_range" CHECK ("bin_visits"."bags_found" >= 0),
	CONSTRAINT "bin_visits_undone_whole" CHECK (("bin_visits"."undone_at" is null) = ("bin_visits"."undone_by" is null))
);
--> statement-breakpoint
CREATE TABLE "code_redemptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_redemptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"code_id" integer NOT NULL,
	"code" text NOT NULL,
	"partner_id" integer NOT NULL,
	"till_id" integer,
	"clerk" text,
	"kind" text DEFAULT 'redeemed' NOT NULL,
	"reverses" integer,
	"reason" text,
	CONSTRAINT "code_redemptions_kind_known" CHECK ("code_redemptions"."kind" in ('redeemed', 'reversed')),
	CONSTRAINT "code_redemptions_reversal_whole" CHECK (("code_redemptions"."kind" = 'reversed') = ("code_redemptions"."reverses" is not null)),
	CONSTRAINT "code_redemptions_reason_of_reversal" CHECK ("code_redemptions"."reason" is null or "code_redemptions"."kind" = 'reversed')
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"participant_id" integer NOT NULL,
	"donation_id" integer,
	"use_count" integer DEFAULT 0 NOT NULL,
	"marked_uses" integer DEFAULT 0 NOT NULL,
	"max_uses" integer DEFAULT 2 NOT NULL,
	"partner_id" integer,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"given_back_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"term" text DEFAULT '2025-1' NOT NULL,
	CONSTRAINT "discount_codes_max_uses_range" CHECK ("discount_codes"."max_uses" between 1 and 10),
	CONSTRAINT "discount_codes_use_count_range" CHECK ("discount_codes"."use_count" between 0 and "discount_codes"."max_uses"),
	CONSTRAINT "discount_codes_marked_uses_range" CHECK ("discount_codes"."marked_uses" between 0 and "discount_codes"."use_count")
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "donations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"participant_id" integer,
	"student_id" text,
	"mark" text,
	"weight" text NOT NULL,
	"date" date NOT NULL,
	"year" smallint NOT NULL,
	"bin_location" text,
	"drop_site" text,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text,
	"confirmation_id" integer,
	"logged_by" text DEFAULT 'student' NOT NULL,
	"notes" text,
	"photo_url" text,
	"actual_weight" text,
	"measured_kg" numeric(6, 2),
	"weight_discrepancy" boolean DEFAULT false NOT NULL,
	"photo_uploaded_at" timestamp (3) with time zone,
	"photo_uploaded_by" text,
	"rejected_at" timestamp (3) with time zone,
	"rejected_by" text,
	"rejection_reason" text,
	"reopened_at" timestamp (3) with time zone,
	"reopened_by" text,
	"reopening_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kilograms" numeric(6, 2) GENERATED ALWAYS AS (coalesce(measured_kg, case coalesce(actual_weight, weight) when '0-1kg' then 0.5 when '1-2kg' then 1.5 when '2-3kg' then 2.5 when '3kg+' then 3.5 end)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(student_id, '') || ' ' || coalesce(bin_location, '') || ' ' || coalesce(drop_site, '') || ' ' || coalesce(notes, '') || ' ' || coalesce(translate(student_id, ' -', ''), ''))) STORED,
	CONSTRAINT "donations_weight_known" CHECK ("donations"."weight" in ('0-1kg', '1-2kg', '2-3kg', '3kg+')),
	CONSTRAINT "donations_actual_weight_known" CHECK ("donations"."actual_weight" in ('0-1kg', '1-2kg', '2-3kg', '3kg+')),
	CONSTRAINT "donations_measured_kg_range" CHECK ("donations"."measured_kg" between 0.05 and 500),
	CONSTRAINT "donations_measured_kg_has_band" CHECK ("donations"."measured_kg" is null or "donations"."actual_weight" is not null),
	CONSTRAINT "donations_unclaimed_confirmed" CHECK ("donations"."participant_id" is not null or ("donations"."is_confirmed" and "donations"."student_id" is null)),
	CONSTRAINT "donations_year_of_date" CHECK ("donations"."year" = extract(year from "donations"."date")),
	CONSTRAINT "donations_one_outcome" CHECK (not ("donations"."is_confirmed" and "donations"."rejected_at" is not null)),
	CONSTRAINT "donations_confirmed_whole" CHECK ("donations"."is_confirmed" = ("donations"."confirmed_at" is not null and "donations"."confirmed_by" is not null)),
	CONSTRAINT "donations_rejected_whole" CHECK (("donations"."rejected_at" is null) = ("donations"."rejected_by" is null)),
	CONSTRAINT "donations_reopened_whole" CHECK (("donations"."reopened_at" is null) = ("donations"."reopened_by" is null)),
	CONSTRAINT "donations_discrepancy_true" CHECK ("donations"."weight_discrepancy" = ("donations"."actual_weight" is not null and "donations"."actual_weight" <> "donations"."weight"))
);
--> statement-breakpoint
CREATE TABLE "drop_bins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drop_bins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"location" text NOT NULL,
	"bin_code" text NOT NULL,
	"qr_code" text,
	"directions" text,
	"hours" text,
	"target_days" smallint,
	"lat" double precision,
	"lng" double precision,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_overflowing" boolean DEFAULT false NOT NULL,
	"last_emptied" timestamp (3) with time zone,
	"next_scheduled_pickup" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drop_bins_bin_code_form" CHECK ("drop_bins"."bin_code" ~ '^[A-Z0-9_]+$'),
	CONSTRAINT "drop_bins_target_days_range" CHECK ("drop_bins"."target_days" between 1 and 365),
	CONSTRAINT "drop_bins_place_on_earth" CHECK (("drop_bins"."lat" is null) = ("drop_bins"."lng" is null) and "drop_bins"."lat" between -90 and 90 and "drop_bins"."lng" between -180 and 180)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_endpoint_key_pk" PRIMARY KEY("endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"occasion" text,
	"participant_id" integer,
	"recipient" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"content" jsonb NOT NULL,
	"message_id" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"send_before" timestamp (3) with time zone,
	"passes_mark" boolean DEFAULT false NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"answer" text,
	"answer_code" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(recipient, ''))) STORED,
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled', 'bin_emptied', 'staff_overflow', 'staff_pickup', 'staff_daily', 'sign_in_code', 'email_code', 'newsletter_confirmation', 'test')),
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('waiting', 'sent', 'failed', 'suppressed')),
	CONSTRAINT "mails_language_known" CHECK ("mails"."language" in ('en', 'fr')),
	CONSTRAINT "mails_wait_whole" CHECK (("mails"."status" = 'waiting') = ("mails"."next_try_at" is not null)),
	CONSTRAINT "mails_end_whole" CHECK (("mails"."status" = 'waiting') = ("mails"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "merged_share_tokens" (
	"share_token" text PRIMARY KEY NOT NULL,
	"participant_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_id" integer NOT NULL,
	"to_id" integer NOT NULL,
	"merged_by" text NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"source" jsonb NOT NULL,
	"filled" jsonb NOT NULL,
	"student_row_ids" integer[] NOT NULL,
	"donation_ids" integer[] NOT NULL,
	"kept_donation_ids" integer[] NOT NULL,
	"code_ids" integer[] NOT NULL,
	"share_tokens" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text,
	"consent_text" text,
	"source" text,
	"address" text,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(email, '') || ' ' || coalesce(first_name, ''))) STORED,
	CONSTRAINT "newsletter_subscribers_language_known" CHECK ("newsletter_subscribers"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "overflow_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "overflow_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bin_id" integer NOT NULL,
	"reported_by" text,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"acknowledged_by" text,
	"acknowledged_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"notes" text,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	CONSTRAINT "overflow_alerts_status_known" CHECK ("overflow_alerts"."status" in ('pending', 'acknowledged', 'resolved')),
	CONSTRAINT "overflow_alerts_language_known" CHECK ("overflow_alerts"."language" in ('en', 'fr')),
	CONSTRAINT "overflow_alerts_resolved_whole" CHECK (("overflow_alerts"."status" = 'resolved') = ("overflow_alerts"."resolved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "overflow_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "overflow_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"reported_by" text,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"notes" text,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	CONSTRAINT "overflow_reports_language_known" CHECK ("overflow_reports"."language" in ('en', 'fr'))
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "participants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"display_name" text,
	"email" text,
	"phone" text,
	"claimed_name" text,
	"claimed_email" text,
	"is_claim_proven" boolean DEFAULT false NOT NULL,
	"share_token" text NOT NULL,
	"is_share_off" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"news_off" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"language" text,
	"kept_badges" smallint DEFAULT 0 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(display_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED,
	CONSTRAINT "participants_claim_proven_whole" CHECK (not "participants"."is_claim_proven" or "participants"."claimed_email" is not null),
	CONSTRAINT "participants_language_known" CHECK ("participants"."language" in ('en', 'fr')),
	CONSTRAINT "participants_kept_badges_range" CHECK ("participants"."kept_badges" between 0 and 3),
	CONSTRAINT "participants_removed_whole" CHECK ("participants"."removed_at" is null or num_nonnulls("participants"."display_name", "participants"."email", "participants"."phone", "participants"."claimed_name", "participants"."claimed_email") = 0)
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"discount" text,
	"link" text,
	"logo" text,
	"address" text,
	"hours" text,
	"pin_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_emails" (
	"admin_id" integer PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"student_id" text NOT NULL,
	"participant_id" integer,
	"email" text,
	"is_noted_email" boolean NOT NULL,
	"claimed_name" text,
	"claimed_email" text,
	"wrong_tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"file" text PRIMARY KEY NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	"uploaded_by" text NOT NULL,
	"attached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pickups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text NOT NULL,
	"items" text NOT NULL,
	"preferred_at" timestamp (3) with time zone,
	"window_date" date,
	"window_from" text,
	"window_to" text,
	"preferred_words" text,
	"scheduled_at" timestamp (3) with time zone,
	"kilograms" numeric(6, 2),
	"status" text DEFAULT 'pending' NOT NULL,
	"former_status" text,
	"status_reason" text,
	"notes" text,
	"closed_at" timestamp (3) with time zone,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pickups_status_known" CHECK ("pickups"."status" in ('pending', 'scheduled', 'completed', 'cancelled')),
	CONSTRAINT "pickups_former_status_open" CHECK ("pickups"."former_status" in ('pending', 'scheduled')),
	CONSTRAINT "pickups_language_known" CHECK ("pickups"."language" in ('en', 'fr')),
	CONSTRAINT "pickups_window_whole" CHECK (num_nonnulls("pickups"."window_date", "pickups"."window_from", "pickups"."window_to") in (0, 3)),
	CONSTRAINT "pickups_closed_whole" CHECK (("pickups"."status" in ('completed', 'cancelled')) = ("pickups"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"calls" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"admin_id" integer,
	"student_id" text,
	"participant_id" integer,
	"claimed_name" text,
	"claimed_email" text,
	"is_email_proven" boolean DEFAULT false NOT NULL,
	"opens_codes" boolean DEFAULT true NOT NULL,
	"csrf_secret" text NOT NULL,
	"address" text,
	"user_agent" text,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_one_owner" CHECK (num_nonnulls("sessions"."admin_id", "sessions"."student_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"uses_per_code" smallint DEFAULT 2 NOT NULL,
	"days_valid" smallint DEFAULT 30 NOT NULL,
	"monthly_goal_kilograms" numeric(9, 1) DEFAULT 250 NOT NULL,
	"milestones" integer[] DEFAULT '{5,10,25}' NOT NULL,
	"term" text DEFAULT '2025-1' NOT NULL,
	"organization" jsonb DEFAULT '{"name":"ReRound","email":"hello@reround.example","phone":null,"addressLines":["123 Example Street","Winnipeg, Manitoba"],"hours":[{"days":"Mon-Fri","time":"9AM-6PM"},{"days":"Sat","time":"10AM-4PM"}],"testimonials":[{"words":"I had three boxes from moving out of residence. The bin is on my way to class, so it took ten minutes.","from":"Student donor","example":true},{"words":"A code takes us seconds at the till. We type the PIN and see how many uses are left.","from":"Partner store clerk","example":true}]}'::jsonb NOT NULL,
	"is_registered_nonprofit" boolean DEFAULT true NOT NULL,
	"is_second_factor_required" boolean DEFAULT false NOT NULL,
	"donor_id_hint" text,
	"donor_id_digits" smallint,
	"max_logged_per_day" smallint,
	"max_days_back" smallint,
	"networks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pickup_windows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pickup_closed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"audit_months" smallint,
	"pickup_months" smallint,
	"sign_in_months" smallint,
	"updated_at" timestamp (3) with time zone,
	"updated_by" text,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_months_positive" CHECK (least("settings"."audit_months", "settings"."pickup_months", "settings"."sign_in_months") > 0),
	CONSTRAINT "settings_donor_id_digits_range" CHECK ("settings"."donor_id_digits" between 2 and 20),
	CONSTRAINT "settings_logging_limits_range" CHECK ("settings"."max_logged_per_day" > 0 and "settings"."max_days_back" >= 0),
	CONSTRAINT "settings_uses_per_code_range" CHECK ("settings"."uses_per_code" between 1 and 10),
	CONSTRAINT "settings_days_valid_positive" CHECK ("settings"."days_valid" > 0),
	CONSTRAINT "settings_monthly_goal_positive" CHECK ("settings"."monthly_goal_kilograms" > 0),
	CONSTRAINT "settings_three_milestones" CHECK (cardinality("settings"."milestones") = 3)
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pending_sign_in_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_key" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "site_key_one_row" CHECK ("site_key"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "statement_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"partner_id" integer NOT NULL,
	"month" date NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"redeemed" integer NOT NULL,
	"reversed" integer NOT NULL,
	"digest" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statements_partner_id_month_pk" PRIMARY KEY("partner_id","month"),
	CONSTRAINT "statements_month_first_day" CHECK (extract(day from "statements"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"student_id" text NOT NULL,
	"participant_id" integer NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(translate(student_id, ' -', ''), ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "till_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "till_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"pin_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_browsers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trusted_browsers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"participant_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undeliverable_addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "undeliverable_addresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"answer" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bin_visits" ADD CONSTRAINT "bin_visits_bin_id_drop_bins_id_fk" FOREIGN KEY ("bin_id") REFERENCES "public"."drop_bins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bin_visits" ADD CONSTRAINT "bin_visits_alert_id_overflow_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."overflow_alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_reverses_code_redemptions_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."code_redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_confirmation_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."confirmations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_share_tokens" ADD CONSTRAINT "merged_share_tokens_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overflow_alerts" ADD CONSTRAINT "overflow_alerts_bin_id_drop_bins_id_fk" FOREIGN KEY ("bin_id") REFERENCES "public"."drop_bins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overflow_reports" ADD CONSTRAINT "overflow_reports_alert_id_overflow_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."overflow_alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_emails" ADD CONSTRAINT "pending_emails_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_pending_sign_in_id_pending_sign_ins_id_fk" FOREIGN KEY ("pending_sign_in_id") REFERENCES "public"."pending_sign_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_links" ADD CONSTRAINT "statement_links_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_links" ADD CONSTRAINT "till_links_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD CONSTRAINT "trusted_browsers_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_news_off_key" ON "address_news_off" USING btree (lower("email"),"kind");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_key" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "audit_log_participant_index" ON "audit_log" USING btree ("participant_id","created_at","id") WHERE "audit_log"."participant_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_index" ON "audit_log" USING btree ("entity_type","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_failed_sign_in_index" ON "audit_log" USING btree ("entity_id","created_at") WHERE "audit_log"."action" = 'admin.sign_in_failed';--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING gin (lower("action") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bin_visits_bin_id_index" ON "bin_visits" USING btree ("bin_id","id");--> statement-breakpoint
CREATE INDEX "code_redemptions_at_index" ON "code_redemptions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "code_redemptions_code_id_index" ON "code_redemptions" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "code_redemptions_partner_index" ON "code_redemptions" USING btree ("partner_id","at","id");--> statement-breakpoint
CREATE INDEX "code_redemptions_till_index" ON "code_redemptions" USING btree ("till_id","at") WHERE "code_redemptions"."till_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "code_redemptions_reverses_key" ON "code_redemptions" USING btree ("reverses") WHERE "code_redemptions"."reverses" is not null;--> statement-breakpoint
CREATE INDEX "confirmations_standing_index" ON "confirmations" USING btree ("admin_id","id") WHERE "confirmations"."undone_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_code_key" ON "discount_codes" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_donation_id_key" ON "discount_codes" USING btree ("donation_id") WHERE "discount_codes"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "discount_codes_donation_id_index" ON "discount_codes" USING btree ("donation_id");--> statement-breakpoint
CREATE INDEX "discount_codes_code_search_index" ON "discount_codes" USING gin (lower("code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "discount_codes_generated_at_index" ON "discount_codes" USING btree ("generated_at");--> statement-breakpoint
CREATE INDEX "discount_codes_expires_at_index" ON "discount_codes" USING btree ("expires_at") WHERE "discount_codes"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "discount_codes_participant_id_index" ON "discount_codes" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "discount_codes_partner_id_index" ON "discount_codes" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "donations_participant_id_index" ON "donations" USING btree ("participant_id","date","id");--> statement-breakpoint
CREATE INDEX "donations_pending_index" ON "donations" USING btree ("id") WHERE not "donations"."is_confirmed" and "donations"."rejected_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "donations_pending_mark_key" ON "donations" USING btree ("mark") WHERE not "donations"."is_confirmed" and "donations"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "donations_pending_by_date_index" ON "donations" USING btree ("date","id") WHERE not "donations"."is_confirmed" and "donations"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "donations_by_date_index" ON "donations" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "donations_confirmed_list_index" ON "donations" USING btree ("confirmed_at","id") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "donations_confirmed_sum_index" ON "donations" USING btree ("date","kilograms","measured_kg") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "donations_drop_site_index" ON "donations" USING btree (lower("drop_site"),"created_at");--> statement-breakpoint
CREATE INDEX "donations_bin_location_index" ON "donations" USING btree (lower("bin_location"),"created_at");--> statement-breakpoint
CREATE INDEX "donations_photo_list_index" ON "donations" USING btree (("photo_url" is null),"confirmed_at","id") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "donations_rejected_list_index" ON "donations" USING btree ("rejected_at","id") WHERE "donations"."rejected_at" is not null;--> statement-breakpoint
CREATE INDEX "donations_confirmation_id_index" ON "donations" USING btree ("confirmation_id") WHERE "donations"."confirmation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drop_bins_bin_code_key" ON "drop_bins" USING btree ("bin_code");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_occasion_key" ON "mails" USING btree ("occasion");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mails_due_index" ON "mails" USING btree ("next_try_at") WHERE "mails"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_status_index" ON "mails" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mails_ended_index" ON "mails" USING btree ("status","ended_at");--> statement-breakpoint
CREATE INDEX "mails_participant_id_index" ON "mails" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "mails_recipient_index" ON "mails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "merged_share_tokens_participant_id_index" ON "merged_share_tokens" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "merges_from_id_index" ON "merges" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "merges_to_id_index" ON "merges" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "merges_merged_at_index" ON "merges" USING btree ("merged_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_email_key" ON "newsletter_subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "overflow_alerts_bin_id_index" ON "overflow_alerts" USING btree ("bin_id","reported_at");--> statement-breakpoint
CREATE INDEX "overflow_alerts_open_index" ON "overflow_alerts" USING btree ("reported_at") WHERE "overflow_alerts"."status" <> 'resolved';--> statement-breakpoint
CREATE UNIQUE INDEX "overflow_alerts_open_key" ON "overflow_alerts" USING btree ("bin_id") WHERE "overflow_alerts"."status" <> 'resolved';--> statement-breakpoint
CREATE INDEX "overflow_alerts_email_index" ON "overflow_alerts" USING btree ("reported_at") WHERE "overflow_alerts"."email" is not null;--> statement-breakpoint
CREATE INDEX "overflow_reports_alert_id_index" ON "overflow_reports" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "overflow_reports_email_index" ON "overflow_reports" USING btree ("reported_at") WHERE "overflow_reports"."email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_share_token_key" ON "participants" USING btree ("share_token");--> statement-breakpoint
CREATE INDEX "participants_name_index" ON "participants" USING btree (fold("display_name"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "participants_email_key" ON "participants" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "participants_phone_digits_index" ON "participants" USING btree (substring(regexp_replace(regexp_replace("phone", '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1') from '^[0-9]{7,}$'));--> statement-breakpoint
CREATE INDEX "participants_search_index" ON "participants" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "participants_claim_index" ON "participants" USING btree ("is_claim_proven","id") WHERE ("participants"."claimed_name" is not null or "participants"."claimed_email" is not null);--> statement-breakpoint
CREATE UNIQUE INDEX "partners_pin_hash_key" ON "partners" USING btree ("pin_hash");--> statement-breakpoint
CREATE INDEX "pending_emails_expires_at_index" ON "pending_emails" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pending_sign_ins_token_hash_key" ON "pending_sign_ins" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires_at_index" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_participant_id_index" ON "pending_sign_ins" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "pickups_created_at_index" ON "pickups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pickups_closed_at_index" ON "pickups" USING btree ("closed_at") WHERE "pickups"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "pickups_window_date_index" ON "pickups" USING btree ("window_date") WHERE "pickups"."window_date" is not null;--> statement-breakpoint
CREATE INDEX "rate_limits_window_started_at_index" ON "rate_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_admin_id_code_hash_key" ON "recovery_codes" USING btree ("admin_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_admin_id_index" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_student_id_index" ON "sessions" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "sessions_participant_id_index" ON "sessions" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_pending_index" ON "sign_in_codes" USING btree ("pending_sign_in_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_links_token_hash_key" ON "statement_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_links_standing_key" ON "statement_links" USING btree ("partner_id") WHERE "statement_links"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "students_student_id_key" ON "students" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "students_participant_id_index" ON "students" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "students_search_index" ON "students" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "till_links_token_hash_key" ON "till_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "till_links_expires_at_index" ON "till_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_token_hash_key" ON "tills" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tills_partner_id_index" ON "tills" USING btree ("partner_id","id") WHERE "tills"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_browsers_key" ON "trusted_browsers" USING btree ("token_hash","participant_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_participant_id_index" ON "trusted_browsers" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_expires_at_index" ON "trusted_browsers" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "undeliverable_addresses_email_key" ON "undeliverable_addresses" USING btree (lower("email"));--> statement-breakpoint
-- What the schema in TypeScript cannot say, from here on.
INSERT INTO settings DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'DELETE' OR current_setting('reround.retention', true) IS DISTINCT FROM 'yes' THEN
		RAISE EXCEPTION 'The audit log is only ever added to: % of audit_log is refused.', tg_op
		USING errcode = 'restrict_violation';
	END IF;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_audit_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger of redemptions is only ever added to: % of code_redemptions is refused.', tg_op
	USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "code_redemptions"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'A month that is closed never changes: % of statements is refused.', tg_op
	USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_statement_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "statements"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
--> statement-breakpoint
-- A backup brings statements before the ledger's rows, which it says by the setting.
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.at < (SELECT ends_at FROM statements WHERE partner_id = new.partner_id ORDER BY month DESC LIMIT 1)
		AND current_setting('reround.restores', true) IS DISTINCT FROM 'yes' THEN
		RAISE EXCEPTION 'The account of store % is closed for the month of %.', new.partner_id, new.at
		USING errcode = 'restrict_violation';
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_closed_month BEFORE INSERT ON "code_redemptions"
FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
