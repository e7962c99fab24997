CREATE TABLE "audit_seals" (
	"day" date PRIMARY KEY NOT NULL,
	"rows" integer NOT NULL,
	"rows_digest" text NOT NULL,
	"seal" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"admin_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "second_factor_secret" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "second_factor_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "second_factor_step" bigint;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "participant_id" integer;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "kept_badges" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "organization" jsonb DEFAULT '{"name":"ReRound","email":"hello@reround.example","phone":null,"addressLines":["123 Example Street","Winnipeg, Manitoba"],"hours":[{"days":"Mon-Fri","time":"9AM-6PM"},{"days":"Sat","time":"10AM-4PM"}],"testimonials":[{"words":"I had three boxes from moving out of residence. The bin is on my way to class, so it took ten minutes.","from":"Student donor","example":true},{"words":"A code takes us seconds at the till. We type the PIN and see how many uses are left.","from":"Partner store clerk","example":true}]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "is_registered_nonprofit" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "is_second_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "audit_months" smallint;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "pickup_months" smallint;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "sign_in_months" smallint;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "updated_by" text;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_admin_id_code_hash_key" ON "recovery_codes" USING btree ("admin_id","code_hash");--> statement-breakpoint
CREATE INDEX "audit_log_participant_index" ON "audit_log" USING btree ("participant_id","created_at","id") WHERE "audit_log"."participant_id" is not null;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_role_known" CHECK ("admins"."role" in ('admin', 'volunteer'));--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_second_factor_whole" CHECK ("admins"."second_factor_since" is null or "admins"."second_factor_secret" is not null);--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_kept_badges_range" CHECK ("participants"."kept_badges" between 0 and 3);--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_removed_whole" CHECK ("participants"."removed_at" is null or num_nonnulls("participants"."display_name", "participants"."email", "participants"."phone", "participants"."claimed_name", "participants"."claimed_email") = 0);--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_months_positive" CHECK (least("settings"."audit_months", "settings"."pickup_months", "settings"."sign_in_months") > 0);--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "reopened_by" text;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "reopening_reason" text;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_reopened_whole" CHECK (("donations"."reopened_at" is null) = ("donations"."reopened_by" is null));--> statement-breakpoint
-- Why a rejection was taken back stands with the donation from here on, not in the audit log.
UPDATE "donations" SET "reopened_at" = "last"."created_at", "reopened_by" = "last"."actor", "reopening_reason" = "last"."details" ->> 'reason'
FROM (
	SELECT DISTINCT ON ("entity_id") "entity_id", "created_at", "actor", "details" FROM "audit_log"
	WHERE "entity_type" = 'donation' AND "action" = 'donation.reopened' ORDER BY "entity_id", "id" DESC
) "last"
WHERE "donations"."id" = "last"."entity_id";--> statement-breakpoint
-- Admins who have not been here since are signed out as from here on all are, after 12 hours.
UPDATE "sessions" SET "expires_at" = least("expires_at", now() + interval '12 hours') WHERE "admin_id" IS NOT NULL;--> statement-breakpoint
-- Rows of the audit log name people by their number from here on, and hold nothing else by which they are known.
UPDATE "audit_log" SET "participant_id" = CASE "entity_type"
	WHEN 'participant' THEN "entity_id"
	WHEN 'donation' THEN (SELECT "participant_id" FROM "donations" WHERE "donations"."id" = "entity_id")
	WHEN 'code' THEN coalesce(
		(SELECT "participant_id" FROM "discount_codes" WHERE "discount_codes"."id" = "entity_id"),
		CASE WHEN jsonb_typeof("details" -> 'participantId') = 'number' THEN ("details" ->> 'participantId')::integer END
	)
END
WHERE "entity_type" IN ('participant', 'donation', 'code');--> statement-breakpoint
UPDATE "audit_log" SET "actor" = concat_ws(' ', 'donor', "participant_id") WHERE "actor_role" = 'donor';--> statement-breakpoint
UPDATE "audit_log" SET "actor" = 'shell' WHERE "actor_role" = 'system';--> statement-breakpoint
-- Of what was typed the name of the field stays, where it is not in the list already.
UPDATE "audit_log" SET "details" =
	CASE WHEN "details" ?| ARRAY['reason', 'notes'] THEN jsonb_build_object('fields', (
		SELECT jsonb_agg("key") FROM jsonb_object_keys("details") AS "key" WHERE "key" IN ('reason', 'notes')
	)) ELSE '{}' END || coalesce((
		SELECT jsonb_object_agg("key", "value") FROM jsonb_each("details")
		WHERE "key" IN ('fields', 'fromId', 'mergeId', 'weight', 'date', 'actualWeight', 'weightDiscrepancy',
			'participantId', 'partnerId', 'maxUses', 'useCount', 'expiresAt', 'scheduledAt')
	), '{}')
WHERE "entity_type" IN ('participant', 'donation', 'code', 'pickup') AND "details" <> '{}';--> statement-breakpoint
ALTER TABLE "audit_seals" ADD COLUMN "row_digests" text;--> statement-breakpoint
ALTER TABLE "pickups" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "pickups" SET "closed_at" = coalesce(
	(SELECT max("created_at") FROM "audit_log" WHERE "entity_type" = 'pickup' AND "entity_id" = "pickups"."id"
		AND "action" IN ('pickup.completed', 'pickup.cancelled')),
	greatest("scheduled_at", "created_at")
)
WHERE "status" IN ('completed', 'cancelled');--> statement-breakpoint
CREATE INDEX "pickups_closed_at_index" ON "pickups" USING btree ("closed_at") WHERE "pickups"."closed_at" is not null;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_closed_whole" CHECK (("pickups"."status" in ('completed', 'cancelled')) = ("pickups"."closed_at" is not null));--> statement-breakpoint
CREATE INDEX "audit_log_failed_sign_in_index" ON "audit_log" USING btree ("entity_id","created_at") WHERE "audit_log"."action" = 'admin.sign_in_failed';
