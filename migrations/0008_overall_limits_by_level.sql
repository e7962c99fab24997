-- The new columns have no defaults: what strangers failed at before the update is forgotten.
DELETE FROM "overall_limits";--> statement-breakpoint
ALTER TABLE "overall_limits" ADD COLUMN "remembered_milliseconds" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "overall_limits" ADD COLUMN "counted_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "overall_limits" DROP COLUMN "forgotten_at";