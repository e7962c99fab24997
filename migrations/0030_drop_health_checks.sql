ALTER TABLE "health_checks" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "health_checks" CASCADE;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('donation_logged', 'donation_confirmed', 'donation_rejected', 'donation_measured', 'code_ending', 'code_used', 'pickup_scheduled', 'pickup_moved', 'pickup_cancelled', 'sign_in_code', 'newsletter_confirmation', 'test'));