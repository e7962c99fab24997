ALTER TABLE "backups" ADD COLUMN "location" text;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "missing_photos" integer;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "gone_at" timestamp (3) with time zone;