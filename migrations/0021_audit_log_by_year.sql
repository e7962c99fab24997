-- The audit log in partitions by year (docs/decisions/0029). No statement parts a table
-- that is there, so the rows move into one that is made anew. Nobody else is at them: whoever migrates waits for the table.
LOCK TABLE "audit_log" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "audit_log" RENAME TO "audit_log_whole";--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" RENAME TO "audit_log_whole_id_seq";--> statement-breakpoint
DROP INDEX "audit_log_participant_index", "audit_log_created_at_index", "audit_log_entity_index",
	"audit_log_failed_sign_in_index", "audit_log_actor_index", "audit_log_action_index";--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"actor_role" text DEFAULT 'admin' NOT NULL,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" integer,
	"participant_id" integer,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "audit_log_created_at_id_pk" PRIMARY KEY("created_at","id")
) PARTITION BY RANGE ("created_at");--> statement-breakpoint
CREATE TABLE "audit_log_other" PARTITION OF "audit_log" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
	year integer;
BEGIN
	FOR year IN SELECT DISTINCT extract(year from "created_at" at time zone 'UTC')::integer FROM "audit_log_whole"
		UNION SELECT extract(year from now() at time zone 'UTC')::integer + ahead FROM generate_series(0, 1) AS ahead ORDER BY 1 LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF audit_log FOR VALUES FROM (%L) TO (%L)',
			'audit_log_' || year, year || '-01-01 00:00:00+00', (year + 1) || '-01-01 00:00:00+00');
	END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "audit_log" ("id", "actor", "actor_role", "action", "entity_type", "entity_id", "participant_id", "details", "address", "request_id", "created_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "actor", "actor_role", "action", "entity_type", "entity_id", "participant_id", "details", "address", "request_id", "created_at"
FROM "audit_log_whole" ORDER BY "created_at", "id";--> statement-breakpoint
SELECT setval('audit_log_id_seq', last_value, is_called) FROM "audit_log_whole_id_seq";--> statement-breakpoint
CREATE INDEX "audit_log_participant_index" ON "audit_log" USING btree ("participant_id","created_at","id") WHERE "participant_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_entity_index" ON "audit_log" USING btree ("entity_type","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_failed_sign_in_index" ON "audit_log" USING btree ("entity_id","created_at") WHERE "action" = 'admin.sign_in_failed';--> statement-breakpoint
CREATE INDEX "audit_log_actor_index" ON "audit_log" USING gin (lower("actor") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_action_index" ON "audit_log" USING gin (lower("action") gin_trgm_ops);--> statement-breakpoint
-- From here on as src/server/totals/triggers.sql has it. The rows are counted already.
CREATE OR REPLACE VIEW recounted_rows AS
SELECT * FROM (
	SELECT 'audit_log'::text AS table_name, entity_type AS kind, count(*) AS rows FROM audit_log GROUP BY 2
	UNION ALL
	SELECT 'participants'::text AS table_name, '' AS kind, count(*) AS rows FROM participants GROUP BY 2
	UNION ALL
	SELECT 'discount_codes'::text AS table_name,
		CASE WHEN revoked_at IS NULL THEN 'standing' ELSE 'revoked' END AS kind, count(*) AS rows
	FROM discount_codes GROUP BY 2
	UNION ALL
	SELECT 'pickups'::text AS table_name, status AS kind, count(*) AS rows FROM pickups GROUP BY 2
	UNION ALL
	SELECT 'donor_months'::text AS table_name,
		CASE WHEN donations > 0 THEN to_char(month, 'YYYY-MM') END AS kind, count(*) AS rows
	FROM donor_months GROUP BY 2
	UNION ALL
	SELECT 'donations'::text AS table_name,
		CASE
			WHEN rejected_at IS NOT NULL THEN 'rejected'
			WHEN NOT is_confirmed THEN 'pending'
			WHEN photo_url IS NULL THEN 'confirmed'
			ELSE 'confirmed with photo'
		END AS kind, count(*) AS rows
	FROM donations GROUP BY 2
) recounted
WHERE kind IS NOT NULL;--> statement-breakpoint
DROP TABLE "audit_log_whole";--> statement-breakpoint
CREATE TRIGGER count_audit_log_insert AFTER INSERT ON audit_log REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_audit_log_insert();--> statement-breakpoint
CREATE TRIGGER count_audit_log_delete AFTER DELETE ON audit_log REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_audit_log_delete();
