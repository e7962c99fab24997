DROP INDEX "discount_codes_donation_id_key";--> statement-breakpoint
CREATE INDEX "discount_codes_donation_id_index" ON "discount_codes" USING btree ("donation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_donation_id_key" ON "discount_codes" USING btree ("donation_id") WHERE "discount_codes"."revoked_at" is null;