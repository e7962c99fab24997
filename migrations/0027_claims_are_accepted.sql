DROP TABLE "sign_in_slips" CASCADE;--> statement-breakpoint
ALTER TABLE "donations" DROP COLUMN "browser_hash";