CREATE TABLE "merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_id" integer NOT NULL,
	"to_id" integer NOT NULL,
	"merged_by" text NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"source" jsonb NOT NULL,
	"filled" jsonb NOT NULL,
	"student_row_ids" integer[] NOT NULL,
	"donation_ids" integer[] NOT NULL,
	"code_ids" integer[] NOT NULL,
	"share_tokens" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" DROP CONSTRAINT "sessions_student_id_students_id_fk";
--> statement-breakpoint
DROP INDEX "participants_email_index";--> statement-breakpoint
DROP INDEX "participants_phone_index";--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "student_id" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "claimed_name" text;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "claimed_email" text;--> statement-breakpoint
UPDATE "sessions" SET "student_id" = "students"."student_id" FROM "students" WHERE "sessions"."student_id" = "students"."id"::text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "participant_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "claimed_name" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "claimed_email" text;--> statement-breakpoint
-- What was typed at a sign-in is a claim from now on. Noted is what an admin wrote: the fields of a change or of an intake
-- that the audit log tells of, and all that is there of people who never signed in.
WITH RECURSIVE "lives" ("participant_id", "entity_id") AS (
	SELECT "id", "id" FROM "participants"
	UNION
	SELECT "lives"."participant_id", ("audit_log"."details" ->> 'fromId')::integer
	FROM "lives" JOIN "audit_log" ON "audit_log"."action" = 'participant.merged' AND "audit_log"."entity_id" = "lives"."entity_id"
), "known" AS (
	SELECT "lives"."participant_id",
		bool_or("action" = 'donor.signed_in') AS "signed_in",
		bool_or("action" = 'participant.created' OR "details" -> 'fields' @> '["displayName"]') AS "name_noted",
		bool_or("details" -> 'fields' @> '["email"]') AS "email_noted"
	FROM "lives" JOIN "audit_log" ON "audit_log"."entity_type" = 'participant' AND "audit_log"."entity_id" = "lives"."entity_id"
	GROUP BY 1
), "typed" AS (
	SELECT DISTINCT ON ("participant_id") "participant_id", "email" FROM "students"
	WHERE "email" IS NOT NULL ORDER BY "participant_id", "last_login_at" DESC NULLS LAST
), "proof" AS (
	SELECT "participants"."id", "typed"."email" AS "typed_email",
		coalesce("name_noted", false) OR NOT coalesce("signed_in", false) AS "name_noted",
		coalesce("email_noted", false) OR NOT EXISTS (
			SELECT FROM "students" WHERE "students"."participant_id" = "participants"."id" AND lower("students"."email") = lower("participants"."email")
		) AS "email_noted"
	FROM "participants" LEFT JOIN "known" ON "known"."participant_id" = "participants"."id"
	LEFT JOIN "typed" ON "typed"."participant_id" = "participants"."id"
)
UPDATE "participants" SET
	"display_name" = CASE WHEN "name_noted" THEN "display_name" END,
	"claimed_name" = CASE WHEN NOT "name_noted" THEN "display_name" END,
	"email" = CASE WHEN "email_noted" THEN "participants"."email" END,
	"claimed_email" = CASE
		WHEN NOT "email_noted" THEN "participants"."email"
		WHEN lower("typed_email") IS DISTINCT FROM lower("participants"."email") THEN "typed_email"
	END
FROM "proof"
WHERE "proof"."id" = "participants"."id" AND NOT ("name_noted" AND "email_noted" AND "typed_email" IS NULL);--> statement-breakpoint
-- An email is one person's: it stays with who had it first, and the others claim it.
UPDATE "participants" SET "email" = NULL, "claimed_email" = "email"
WHERE EXISTS (SELECT FROM "participants" "first" WHERE lower("first"."email") = lower("participants"."email") AND "first"."id" < "participants"."id");--> statement-breakpoint
CREATE INDEX "merges_from_id_index" ON "merges" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "merges_to_id_index" ON "merges" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "merges_merged_at_index" ON "merges" USING btree ("merged_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_participant_id_participants_id_fk" FOREIGN KEY ("participant_id") REFERENCES "public"."participants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "participants_email_key" ON "participants" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "participants_phone_digits_index" ON "participants" USING btree (regexp_replace(regexp_replace("phone", '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1'));--> statement-breakpoint
CREATE INDEX "sessions_participant_id_index" ON "sessions" USING btree ("participant_id");--> statement-breakpoint
ALTER TABLE "students" DROP COLUMN "email";