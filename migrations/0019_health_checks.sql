CREATE TABLE "health_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"state" text,
	"sentence" text,
	"wrong_totals" integer,
	"next_look_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"last_good_at" timestamp (3) with time zone,
	"last_bad_at" timestamp (3) with time zone,
	"red_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "health_checks_state_known" CHECK ("health_checks"."state" in ('good', 'warning', 'bad')),
	CONSTRAINT "health_checks_looked_whole" CHECK (("health_checks"."state" is null) = ("health_checks"."checked_at" is null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_received', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled', 'health_red', 'health_green', 'sign_in_code', 'newsletter_confirmation', 'test'));