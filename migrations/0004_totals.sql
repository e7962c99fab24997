CREATE TABLE "donation_days" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"weight" text NOT NULL,
	"slot" integer NOT NULL,
	"donations" bigint NOT NULL,
	"kilograms" numeric NOT NULL,
	CONSTRAINT "donation_days_day_status_weight_slot_pk" PRIMARY KEY("day","status","weight","slot")
);
--> statement-breakpoint
CREATE TABLE "donor_months" (
	"month" date NOT NULL,
	"participant_id" integer NOT NULL,
	"donations" integer NOT NULL,
	CONSTRAINT "donor_months_month_participant_id_pk" PRIMARY KEY("month","participant_id")
);
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"slot" integer NOT NULL,
	"rows" bigint NOT NULL,
	CONSTRAINT "row_counts_table_name_kind_slot_pk" PRIMARY KEY("table_name","kind","slot")
);
--> statement-breakpoint
DROP INDEX "donations_confirmed_by_date_index";--> statement-breakpoint
DROP INDEX "donations_counted_by_date_index";--> statement-breakpoint
DROP INDEX "audit_log_entity_index";--> statement-breakpoint
CREATE INDEX "discount_codes_expires_at_index" ON "discount_codes" USING btree ("expires_at") WHERE "discount_codes"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "donations_pending_by_date_index" ON "donations" USING btree ("date","id") WHERE not "donations"."is_confirmed" and "donations"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "donations_photo_list_index" ON "donations" USING btree (("photo_url" is null),"confirmed_at","id") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "audit_log_entity_index" ON "audit_log" USING btree ("entity_type","created_at","id");