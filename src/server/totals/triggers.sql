-- What keeps the totals (docs/decisions/0013-totals-are-kept-by-triggers.md), as it stands in the database. The server does
-- not read this file: a change of it reaches the database by a migration that holds it, and triggers.test.ts compares the two.
--
-- How it works. A trigger calls its function once after each statement that changes a counted table, however many rows that
-- changed. `added` are the rows as they are now, `removed` as they were before: an insert has only the first, a delete only
-- the second, an update both. Each row added counts 1 for its kind, each row removed counts -1; the sum for a kind is added
-- to the row that keeps the total of that kind, after an update unless it is nought.
--
-- Each connection has rows of its own to add to (`slot`, the number of its backend), so that no two writers wait for each
-- other. They are added up when they are read.
--
-- Codes hold their participant's text besides: copy_participant_text fills
-- it, renew_participant_text follows the participant. These two run for each row.

-- Participants, all of one kind.
CREATE OR REPLACE FUNCTION count_participants_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'participants', '', pg_backend_pid(), count(*) FROM added HAVING count(*) > 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_participants_insert AFTER INSERT ON participants REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_participants_insert();

CREATE OR REPLACE FUNCTION count_participants_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'participants', '', pg_backend_pid(), -count(*) FROM removed HAVING count(*) > 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_participants_delete AFTER DELETE ON participants REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_participants_delete();

-- Reward codes, by whether they were revoked.
CREATE OR REPLACE FUNCTION count_discount_codes_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', CASE WHEN revoked_at IS NULL THEN 'standing' ELSE 'revoked' END, pg_backend_pid(), count(*) FROM added GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_discount_codes_insert AFTER INSERT ON discount_codes REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_discount_codes_insert();

CREATE OR REPLACE FUNCTION count_discount_codes_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', CASE WHEN revoked_at IS NULL THEN 'standing' ELSE 'revoked' END, pg_backend_pid(), -count(*) FROM removed GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_discount_codes_delete AFTER DELETE ON discount_codes REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_discount_codes_delete();

-- Every redemption updates its code: a look at one column of one row is cheaper than at all rows of the statement. What is
-- revoked leaves one kind for the other; what is revoked no more goes back.
CREATE OR REPLACE FUNCTION count_revoked_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', kind, pg_backend_pid(), change
	FROM (VALUES ('revoked', 1), ('standing', -1)) AS moved (kind, revocation),
		LATERAL (SELECT CASE WHEN new.revoked_at IS NULL THEN -revocation ELSE revocation END AS change) signed
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_revoked_codes AFTER UPDATE ON discount_codes
FOR EACH ROW WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION count_revoked_codes();

-- A code's copy of its participant's text. The participant is held, so that nobody is renamed between the look at them and
-- the moment from which their codes are seen.
CREATE OR REPLACE FUNCTION copy_participant_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.participant_text := (SELECT search_text FROM participants WHERE id = new.participant_id FOR SHARE);
	RETURN new;
END $$;

CREATE OR REPLACE TRIGGER copy_participant_text BEFORE INSERT OR UPDATE OF participant_id ON discount_codes
FOR EACH ROW EXECUTE FUNCTION copy_participant_text();

CREATE OR REPLACE FUNCTION renew_participant_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE discount_codes SET participant_text = new.search_text WHERE participant_id = new.id;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER renew_participant_text AFTER UPDATE ON participants
FOR EACH ROW WHEN (old.search_text <> new.search_text) EXECUTE FUNCTION renew_participant_text();

-- Pickup requests, by status.
CREATE OR REPLACE FUNCTION count_pickups_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), count(*) FROM added GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_pickups_insert AFTER INSERT ON pickups REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_pickups_insert();

CREATE OR REPLACE FUNCTION count_pickups_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), sum(change)
	FROM (SELECT status, 1 AS change FROM added UNION ALL SELECT status, -1 FROM removed) changes
	GROUP BY status HAVING sum(change) <> 0
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_pickups_update AFTER UPDATE ON pickups REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_pickups_update();

CREATE OR REPLACE FUNCTION count_pickups_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'pickups', status, pg_backend_pid(), -count(*) FROM removed GROUP BY 2
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $$;

CREATE OR REPLACE TRIGGER count_pickups_delete AFTER DELETE ON pickups REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_pickups_delete();

-- Donations are counted four times: in row_counts by status and photo, in donation_days by day, status and claimed weight, in
-- donor_months by donor, and in row_counts the donors of each month, the kind being the month, such as 2026-11. Rejected
-- donations are in neither of the last two. A donor's month has no slots, for it is that donor's alone: they are taken in one
-- order, so that two writers of the same ones wait for each other instead of deadlocking. Its row stays when the last donation
-- of the month goes, and then counts no more.
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

CREATE OR REPLACE TRIGGER count_donations_insert AFTER INSERT ON donations REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_donations_insert();

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

CREATE OR REPLACE TRIGGER count_donations_update AFTER UPDATE ON donations REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_donations_update();

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

CREATE OR REPLACE TRIGGER count_donations_delete AFTER DELETE ON donations REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_donations_delete();

-- What the totals must amount to, counted from the rows themselves: `npm run totals` compares.
CREATE OR REPLACE VIEW recounted_rows AS
SELECT * FROM (
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
WHERE kind IS NOT NULL;

CREATE OR REPLACE VIEW recounted_donation_days AS
SELECT date AS day,
	CASE WHEN rejected_at IS NOT NULL THEN 'rejected' WHEN NOT is_confirmed THEN 'pending' ELSE 'confirmed' END AS status,
	weight, count(*) AS donations, sum(kilograms) AS kilograms
FROM donations GROUP BY 1, 2, 3;

CREATE OR REPLACE VIEW recounted_donor_months AS
SELECT date_trunc('month', date::timestamp)::date AS month, participant_id, count(*)::int AS donations
FROM donations WHERE rejected_at IS NULL GROUP BY 1, 2;
