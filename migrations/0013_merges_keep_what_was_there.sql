DROP INDEX "participants_phone_digits_index";--> statement-breakpoint
ALTER TABLE "merges" ADD COLUMN "kept_donation_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "merges" ALTER COLUMN "kept_donation_ids" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "participants_phone_digits_index" ON "participants" USING btree (substring(regexp_replace(regexp_replace("phone", '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1') from '^[0-9]{7,}$'));