CREATE TABLE "admins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"actor_role" text DEFAULT 'admin' NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_redemptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_redemptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code_id" integer NOT NULL,
	"code" text NOT NULL,
	"partner_id" integer NOT NULL,
	"clerk" text,
	"redeemed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"participant_id" integer NOT NULL,
	"donation_id" integer,
	"use_count" integer DEFAULT 0 NOT NULL,
	"max_uses" integer DEFAULT 2 NOT NULL,
	"partner_id" integer,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	"term" text DEFAULT '2025-1' NOT NULL,
	CONSTRAINT "discount_codes_max_uses_range" CHECK ("discount_codes"."max_uses" between 1 and 10),
	CONSTRAINT "discount_codes_use_count_range" CHECK ("discount_codes"."use_count" between 0 and "discount_codes"."max_uses")
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "donations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"participant_id" integer NOT NULL,
	"student_id" text,
	"weight" text NOT NULL,
	"date" date NOT NULL,
	"year" smallint NOT NULL,
	"bin_location" text,
	"drop_site" text,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"confirmed_by" text,
	"confirmation_id" integer,
	"logged_by" text DEFAULT 'student' NOT NULL,
	"notes" text,
	"photo_url" text,
	"actual_weight" text,
	"weight_discrepancy" boolean DEFAULT false NOT NULL,
	"photo_uploaded_at" timestamp (3) with time zone,
	"photo_uploaded_by" text,
	"rejected_at" timestamp (3) with time zone,
	"rejected_by" text,
	"rejection_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kilograms" numeric(3, 1) GENERATED ALWAYS AS (case coalesce(actual_weight, weight) when '0-1kg' then 0.5 when '1-2kg' then 1.5 when '2-3kg' then 2.5 when '3kg+' then 3.5 end) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(student_id, '') || ' ' || coalesce(bin_location, '') || ' ' || coalesce(drop_site, '') || ' ' || coalesce(notes, ''))) STORED,
	CONSTRAINT "donations_weight_known" CHECK ("donations"."weight" in ('0-1kg', '1-2kg', '2-3kg', '3kg+')),
	CONSTRAINT "donations_actual_weight_known" CHECK ("donations"."actual_weight" in ('0-1kg', '1-2kg', '2-3kg', '3kg+')),
	CONSTRAINT "donations_year_of_date" CHECK ("donations"."year" = extract(year from "donations"."date")),
	CONSTRAINT "donations_one_outcome" CHECK (not ("donations"."is_confirmed" and "donations"."rejected_at" is not null)),
	CONSTRAINT "donations_confirmed_whole" CHECK ("donations"."is_confirmed" = ("donations"."confirmed_at" is not null and "donations"."confirmed_by" is not null)),
	CONSTRAINT "donations_rejected_whole" CHECK (("donations"."rejected_at" is null) = ("donations"."rejected_by" is null)),
	CONSTRAINT "donations_discrepancy_true" CHECK ("donations"."weight_discrepancy" = ("donations"."actual_weight" is not null and "donations"."actual_weight" <> "donations"."weight"))
);
--> statement-breakpoint
CREATE TABLE "drop_bins" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drop_bins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"location" text NOT NULL,
	"bin_code" text NOT NULL,
	"qr_code" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_overflowing" boolean DEFAULT false NOT NULL,
	"last_emptied" timestamp (3) with time zone,
	"next_scheduled_pickup" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drop_bins_bin_code_form" CHECK ("drop_bins"."bin_code" ~ '^[A-Z0-9_]+$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_endpoint_key_pk" PRIMARY KEY("endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "merged_share_tokens" (
	"share_token" text PRIMARY KEY NOT NULL,
	"participant_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletter_subscribers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overflow_alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "overflow_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"bin_id" integer NOT NULL,
	"reported_by" text,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"acknowledged_by" text,
	"acknowledged_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"notes" text,
	CONSTRAINT "overflow_alerts_status_known" CHECK ("overflow_alerts"."status" in ('pending', 'acknowledged', 'resolved')),
	CONSTRAINT "overflow_alerts_resolved_whole" CHECK (("overflow_alerts"."status" = 'resolved') = ("overflow_alerts"."resolved_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "participants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"display_name" text,
	"email" text,
	"phone" text,
	"share_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"total_donations" integer DEFAULT 0 NOT NULL,
	"confirmed_donations" integer DEFAULT 0 NOT NULL,
	"last_donation_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (lower(coalesce(display_name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED,
	CONSTRAINT "participants_counts_sound" CHECK ("participants"."confirmed_donations" between 0 and "participants"."total_donations")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "partners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"discount" text,
	"link" text,
	"logo" text,
	"pin_hash" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pickups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"phone" text,
	"email" text,
	"address" text NOT NULL,
	"items" text NOT NULL,
	"preferred_at" timestamp (3) with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pickups_status_known" CHECK ("pickups"."status" in ('pending', 'scheduled', 'completed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"calls" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"admin_id" integer,
	"student_id" integer,
	"csrf_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_one_owner" CHECK (num_nonnulls("sessions"."admin_id", "sessions"."student_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"uses_per_code" smallint DEFAULT 2 NOT NULL,
	"days_valid" smallint DEFAULT 30 NOT NULL,
	"monthly_goal_kilograms" numeric(9, 1) DEFAULT 250 NOT NULL,
	"milestones" integer[] DEFAULT '{5,10,25}' NOT NULL,
	"term" text DEFAULT '2025-1' NOT NULL,
	CONSTRAINT "settings_one_row" CHECK ("settings"."id" = 1),
	CONSTRAINT "settings_uses_per_code_range" CHECK ("settings"."uses_per_code" between 1 and 10),
	CONSTRAINT "settings_days_valid_positive" CHECK ("settings"."days_valid" > 0),
	CONSTRAINT "settings_monthly_goal_positive" CHECK ("settings"."monthly_goal_kilograms" > 0),
	CONSTRAINT "settings_three_milestones" CHECK (cardinality("settings"."milestones") = 3)
);
--> statement-breakpoint
CREATE TABLE "students" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "students_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"student_id" text NOT NULL,
	"participant_id" integer NOT NULL,
	"email" text,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_code_id_discount_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_codes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_confirmation_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."confirmations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_share_tokens" ADD CONSTRAINT "merged_share_tokens_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overflow_alerts" ADD CONSTRAINT "overflow_alerts_bin_id_drop_bins_id_fk" FOREIGN KEY ("bin_id") REFERENCES "public"."drop_bins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_student_id_students_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_key" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "audit_log_created_at_index" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_entity_index" ON "audit_log" USING btree ("entity_type","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING gin (lower("actor") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING gin (lower("action") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "code_redemptions_redeemed_at_index" ON "code_redemptions" USING btree ("redeemed_at");--> statement-breakpoint
CREATE INDEX "code_redemptions_code_id_index" ON "code_redemptions" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "code_redemptions_partner_id_index" ON "code_redemptions" USING btree ("partner_id","redeemed_at");--> statement-breakpoint
CREATE INDEX "confirmations_standing_index" ON "confirmations" USING btree ("admin_id","id") WHERE "confirmations"."undone_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_code_key" ON "discount_codes" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "discount_codes_donation_id_key" ON "discount_codes" USING btree ("donation_id");--> statement-breakpoint
CREATE INDEX "discount_codes_code_search_index" ON "discount_codes" USING gin (lower("code") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "discount_codes_generated_at_index" ON "discount_codes" USING btree ("generated_at");--> statement-breakpoint
CREATE INDEX "discount_codes_participant_id_index" ON "discount_codes" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "discount_codes_partner_id_index" ON "discount_codes" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "donations_participant_id_index" ON "donations" USING btree ("participant_id","date","id");--> statement-breakpoint
CREATE INDEX "donations_pending_index" ON "donations" USING btree ("id") WHERE not "donations"."is_confirmed" and "donations"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "donations_confirmed_by_date_index" ON "donations" USING btree ("date","kilograms") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "donations_counted_by_date_index" ON "donations" USING btree ("date","participant_id") WHERE "donations"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "donations_by_date_index" ON "donations" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "donations_confirmed_list_index" ON "donations" USING btree ("confirmed_at","id") WHERE "donations"."is_confirmed";--> statement-breakpoint
CREATE INDEX "donations_rejected_list_index" ON "donations" USING btree ("rejected_at","id") WHERE "donations"."rejected_at" is not null;--> statement-breakpoint
CREATE INDEX "donations_search_index" ON "donations" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "donations_confirmation_id_index" ON "donations" USING btree ("confirmation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drop_bins_bin_code_key" ON "drop_bins" USING btree ("bin_code");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "merged_share_tokens_participant_id_index" ON "merged_share_tokens" USING btree ("participant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_email_key" ON "newsletter_subscribers" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "overflow_alerts_bin_id_index" ON "overflow_alerts" USING btree ("bin_id","reported_at");--> statement-breakpoint
CREATE INDEX "overflow_alerts_open_index" ON "overflow_alerts" USING btree ("reported_at") WHERE "overflow_alerts"."status" <> 'resolved';--> statement-breakpoint
CREATE UNIQUE INDEX "participants_share_token_key" ON "participants" USING btree ("share_token");--> statement-breakpoint
CREATE INDEX "participants_recent_index" ON "participants" USING btree (coalesce("last_donation_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "participants_name_index" ON "participants" USING btree (lower("display_name"),"id");--> statement-breakpoint
CREATE INDEX "participants_total_index" ON "participants" USING btree ("total_donations","id");--> statement-breakpoint
CREATE INDEX "participants_email_index" ON "participants" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "participants_phone_index" ON "participants" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "participants_search_index" ON "participants" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "partners_pin_hash_key" ON "partners" USING btree ("pin_hash");--> statement-breakpoint
CREATE INDEX "pickups_created_at_index" ON "pickups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rate_limits_window_started_at_index" ON "rate_limits" USING btree ("window_started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_admin_id_index" ON "sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "sessions_student_id_index" ON "sessions" USING btree ("student_id");--> statement-breakpoint
CREATE UNIQUE INDEX "students_student_id_key" ON "students" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "students_participant_id_index" ON "students" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "students_search_index" ON "students" USING gin ("student_id" gin_trgm_ops);