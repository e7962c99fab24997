CREATE TABLE "address_news_off" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_news_off_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "address_news_off_kind_known" CHECK ("address_news_off"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_received', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled'))
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"occasion" text,
	"participant_id" integer,
	"recipient" text NOT NULL,
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
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_received', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled', 'sign_in_code', 'newsletter_confirmation', 'test')),
	CONSTRAINT "mails_status_known" CHECK ("mails"."status" in ('waiting', 'sent', 'failed', 'suppressed')),
	CONSTRAINT "mails_wait_whole" CHECK (("mails"."status" = 'waiting') = ("mails"."next_try_at" is not null)),
	CONSTRAINT "mails_end_whole" CHECK (("mails"."status" = 'waiting') = ("mails"."ended_at" is null))
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
CREATE TABLE "sign_in_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pending_sign_in_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_slips" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_slips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"participant_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"printed_by" text NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "donations" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "consent_text" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "unsubscribed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "news_off" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_email_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "opens_codes" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_pending_sign_in_id_pending_sign_ins_id_fk" FOREIGN KEY ("pending_sign_in_id") REFERENCES "public"."pending_sign_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_slips" ADD CONSTRAINT "sign_in_slips_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_browsers" ADD CONSTRAINT "trusted_browsers_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_news_off_key" ON "address_news_off" USING btree (lower("email"),"kind");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_occasion_key" ON "mails" USING btree ("occasion");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_message_id_key" ON "mails" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mails_due_index" ON "mails" USING btree ("next_try_at") WHERE "mails"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_status_index" ON "mails" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "mails_ended_index" ON "mails" USING btree ("status","ended_at");--> statement-breakpoint
CREATE INDEX "mails_participant_id_index" ON "mails" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "mails_recipient_index" ON "mails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE UNIQUE INDEX "pending_sign_ins_token_hash_key" ON "pending_sign_ins" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_expires_at_index" ON "pending_sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_participant_id_index" ON "pending_sign_ins" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_pending_index" ON "sign_in_codes" USING btree ("pending_sign_in_id","id");--> statement-breakpoint
CREATE INDEX "sign_in_slips_participant_id_index" ON "sign_in_slips" USING btree ("participant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_slips_code_hash_key" ON "sign_in_slips" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "trusted_browsers_key" ON "trusted_browsers" USING btree ("token_hash","participant_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_participant_id_index" ON "trusted_browsers" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "trusted_browsers_expires_at_index" ON "trusted_browsers" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "undeliverable_addresses_email_key" ON "undeliverable_addresses" USING btree (lower("email"));--> statement-breakpoint
UPDATE "sessions" SET "opens_codes" = false WHERE "student_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "is_claim_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "participants_claim_index" ON "participants" USING btree ("is_claim_proven","id") WHERE ("participants"."claimed_name" is not null or "participants"."claimed_email" is not null);--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_claim_proven_whole" CHECK (not "participants"."is_claim_proven" or "participants"."claimed_email" is not null);--> statement-breakpoint
ALTER TABLE "sign_in_codes" DROP COLUMN "used_at";
