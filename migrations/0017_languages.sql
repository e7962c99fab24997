ALTER TABLE "mails" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_language_known" CHECK ("mails"."language" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_subscribers_language_known" CHECK ("newsletter_subscribers"."language" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_language_known" CHECK ("participants"."language" in ('en', 'fr'));--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_language_known" CHECK ("pickups"."language" in ('en', 'fr'));