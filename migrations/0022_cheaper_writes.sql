DROP INDEX "code_redemptions_reverses_key";--> statement-breakpoint
DROP INDEX "donations_confirmation_id_index";--> statement-breakpoint
CREATE UNIQUE INDEX "code_redemptions_reverses_key" ON "code_redemptions" USING btree ("reverses") WHERE "code_redemptions"."reverses" is not null;--> statement-breakpoint
CREATE INDEX "donations_confirmation_id_index" ON "donations" USING btree ("confirmation_id") WHERE "donations"."confirmation_id" is not null;
--> statement-breakpoint
-- What counts donations counts the donors of each month from here on, too. Their triggers go with the functions.
DROP FUNCTION count_donor_months_insert() CASCADE;
--> statement-breakpoint
DROP FUNCTION count_donor_months_update() CASCADE;
--> statement-breakpoint
DROP FUNCTION count_donor_months_delete() CASCADE;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_audit_log_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'audit_log', entity_type, pg_backend_pid(), count(*) FROM added GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_audit_log_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'audit_log', entity_type, pg_backend_pid(), -count(*) FROM removed GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_participants_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'participants', '', pg_backend_pid(), count(*) FROM added HAVING count(*) > 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_participants_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'participants', '', pg_backend_pid(), -count(*) FROM removed HAVING count(*) > 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_discount_codes_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', CASE WHEN revoked_at IS NULL THEN 'standing' ELSE 'revoked' END, pg_backend_pid(), count(*) FROM added GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_discount_codes_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', CASE WHEN revoked_at IS NULL THEN 'standing' ELSE 'revoked' END, pg_backend_pid(), -count(*) FROM removed GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_pickups_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), count(*) FROM added GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_pickups_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), sum(change)
	FROM (SELECT status, 1 AS change FROM added UNION ALL SELECT status, -1 FROM removed) changes
	GROUP BY status HAVING sum(change) <> 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_pickups_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), -count(*) FROM removed GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_donations_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH changes AS MATERIALIZED (
		select
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				when photo_url is null then 'confirmed'
				else 'confirmed with photo'
			end as kind,
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				else 'confirmed'
			end as status,
			date, weight, kilograms, participant_id, 1 as change
		from added
	), days AS (
		INSERT INTO donation_days AS kept (day, status, weight, slot, donations, kilograms)
		SELECT date, status, weight, pg_backend_pid(), sum(change), sum(change * kilograms) FROM changes
		GROUP BY date, status, weight
		ON CONFLICT (day, status, weight, slot) DO UPDATE
		SET donations = kept.donations + excluded.donations, kilograms = kept.kilograms + excluded.kilograms
	), given AS MATERIALIZED (
		SELECT date_trunc('month', date::timestamp)::date AS month, participant_id, sum(change) AS change
		FROM changes WHERE status <> 'rejected' GROUP BY 1, 2
	), months AS (
		INSERT INTO donor_months AS kept (month, participant_id, donations)
		SELECT month, participant_id, change FROM given ORDER BY month, participant_id
		ON CONFLICT (month, participant_id) DO UPDATE SET donations = kept.donations + excluded.donations
		RETURNING month, participant_id, donations
	), donors AS (
		SELECT month, (donations > 0)::int - (donations - change > 0)::int AS change
		FROM months JOIN given USING (month, participant_id)
	)
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'donations', kind, pg_backend_pid(), sum(change) FROM changes GROUP BY kind
	UNION ALL
	SELECT 'donor_months', to_char(month, 'YYYY-MM'), pg_backend_pid(), sum(change) FROM donors WHERE change <> 0 GROUP BY month
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_donations_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH changes AS MATERIALIZED (
		select
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				when photo_url is null then 'confirmed'
				else 'confirmed with photo'
			end as kind,
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				else 'confirmed'
			end as status,
			date, weight, kilograms, participant_id, 1 as change
		from added
		union all
		select
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				when photo_url is null then 'confirmed'
				else 'confirmed with photo'
			end as kind,
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				else 'confirmed'
			end as status,
			date, weight, kilograms, participant_id, -1
		from removed
	), days AS (
		INSERT INTO donation_days AS kept (day, status, weight, slot, donations, kilograms)
		SELECT date, status, weight, pg_backend_pid(), sum(change), sum(change * kilograms) FROM changes
		GROUP BY date, status, weight HAVING sum(change) <> 0 OR sum(change * kilograms) <> 0
		ON CONFLICT (day, status, weight, slot) DO UPDATE
		SET donations = kept.donations + excluded.donations, kilograms = kept.kilograms + excluded.kilograms
	), given AS MATERIALIZED (
		SELECT date_trunc('month', date::timestamp)::date AS month, participant_id, sum(change) AS change
		FROM changes WHERE status <> 'rejected' GROUP BY 1, 2 HAVING sum(change) <> 0
	), months AS (
		INSERT INTO donor_months AS kept (month, participant_id, donations)
		SELECT month, participant_id, change FROM given ORDER BY month, participant_id
		ON CONFLICT (month, participant_id) DO UPDATE SET donations = kept.donations + excluded.donations
		RETURNING month, participant_id, donations
	), donors AS (
		SELECT month, (donations > 0)::int - (donations - change > 0)::int AS change
		FROM months JOIN given USING (month, participant_id)
	)
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'donations', kind, pg_backend_pid(), sum(change) FROM changes GROUP BY kind HAVING sum(change) <> 0
	UNION ALL
	SELECT 'donor_months', to_char(month, 'YYYY-MM'), pg_backend_pid(), sum(change) FROM donors WHERE change <> 0 GROUP BY month HAVING sum(change) <> 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_donations_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	WITH changes AS MATERIALIZED (
		select
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				when photo_url is null then 'confirmed'
				else 'confirmed with photo'
			end as kind,
			case
				when rejected_at is not null then 'rejected'
				when not is_confirmed then 'pending'
				else 'confirmed'
			end as status,
			date, weight, kilograms, participant_id, -1 as change
		from removed
	), days AS (
		INSERT INTO donation_days AS kept (day, status, weight, slot, donations, kilograms)
		SELECT date, status, weight, pg_backend_pid(), sum(change), sum(change * kilograms) FROM changes
		GROUP BY date, status, weight
		ON CONFLICT (day, status, weight, slot) DO UPDATE
		SET donations = kept.donations + excluded.donations, kilograms = kept.kilograms + excluded.kilograms
	), given AS MATERIALIZED (
		SELECT date_trunc('month', date::timestamp)::date AS month, participant_id, sum(change) AS change
		FROM changes WHERE status <> 'rejected' GROUP BY 1, 2
	), months AS (
		INSERT INTO donor_months AS kept (month, participant_id, donations)
		SELECT month, participant_id, change FROM given ORDER BY month, participant_id
		ON CONFLICT (month, participant_id) DO UPDATE SET donations = kept.donations + excluded.donations
		RETURNING month, participant_id, donations
	), donors AS (
		SELECT month, (donations > 0)::int - (donations - change > 0)::int AS change
		FROM months JOIN given USING (month, participant_id)
	)
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'donations', kind, pg_backend_pid(), sum(change) FROM changes GROUP BY kind
	UNION ALL
	SELECT 'donor_months', to_char(month, 'YYYY-MM'), pg_backend_pid(), sum(change) FROM donors WHERE change <> 0 GROUP BY month
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;
