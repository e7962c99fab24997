-- Triggers keep row_counts, donation_days and donor_months in the transaction that changes what they count. They run
-- once for a statement, however many rows it changes. The views say what the tables should hold.
DO $do$
DECLARE
	donation_kind constant text := $$case when rejected_at is not null then 'rejected' when not is_confirmed then 'pending'
		when photo_url is null then 'confirmed' else 'confirmed with photo' end$$;
	donation_status constant text := $$case when rejected_at is not null then 'rejected' when not is_confirmed then 'pending'
		else 'confirmed' end$$;
	event record;
	counted record;
	recounts text[];
BEGIN
	CREATE TEMPORARY TABLE counted_tables ON COMMIT DROP AS SELECT * FROM (VALUES
		('audit_log', 'entity_type', array['insert', 'delete']),
		('participants', $$''$$, array['insert', 'delete']),
		('discount_codes', $$case when revoked_at is null then 'standing' else 'revoked' end$$, array['insert', 'delete']),
		('pickups', 'status', array['insert', 'update', 'delete']),
		-- Of a month's participants those that count: a row stays when its last donation goes.
		('donor_months', $$case when donations > 0 then to_char(month, 'YYYY-MM') end$$, array['insert', 'update', 'delete']),
		('donations', donation_kind, '{}')
	) AS listed (name, kind, events);

	FOR event IN SELECT * FROM (VALUES
		('insert', 'new table as added', 'select %1$s, 1 as change from added'),
		('delete', 'old table as removed', 'select %1$s, -1 as change from removed'),
		('update', 'old table as removed new table as added',
			'select %1$s, 1 as change from added union all select %1$s, -1 from removed')
	) AS events (name, transition, changed) LOOP
		FOR counted IN SELECT * FROM counted_tables WHERE event.name = any(events) LOOP
			EXECUTE format($f$
				CREATE FUNCTION count_%1$s_%2$s() RETURNS trigger LANGUAGE plpgsql AS $body$
				BEGIN
					INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
					SELECT %3$L, kind, pg_backend_pid(), sum(change) FROM (%4$s) changes
					WHERE kind IS NOT NULL GROUP BY kind HAVING sum(change) <> 0 ORDER BY kind
					ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
					RETURN null;
				END $body$;
				CREATE TRIGGER count_%1$s_%2$s AFTER %2$s ON %1$s REFERENCING %5$s
				FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s_%2$s();$f$,
				counted.name, event.name, counted.name,
				format(event.changed, counted.kind || ' as kind'), event.transition);
		END LOOP;

		EXECUTE format($f$
			CREATE FUNCTION count_donations_%1$s() RETURNS trigger LANGUAGE plpgsql AS $body$
			BEGIN
				WITH changes AS MATERIALIZED (%2$s), counts AS (
					INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
					SELECT 'donations', kind, pg_backend_pid(), sum(change) FROM changes
					GROUP BY kind HAVING sum(change) <> 0 ORDER BY kind
					ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows
				), days AS (
					INSERT INTO donation_days AS kept (day, status, weight, slot, donations, kilograms)
					SELECT date, status, weight, pg_backend_pid(), sum(change), sum(change * kilograms) FROM changes
					GROUP BY date, status, weight HAVING sum(change) <> 0 OR sum(change * kilograms) <> 0
					ORDER BY date, status, weight
					ON CONFLICT (day, status, weight, slot) DO UPDATE
					SET donations = kept.donations + excluded.donations, kilograms = kept.kilograms + excluded.kilograms
				)
				INSERT INTO donor_months AS kept (month, participant_id, donations)
				SELECT date_trunc('month', date::timestamp)::date, participant_id, sum(change) FROM changes WHERE status <> 'rejected'
				GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
				ON CONFLICT (month, participant_id) DO UPDATE SET donations = kept.donations + excluded.donations;
				RETURN null;
			END $body$;
			CREATE TRIGGER count_donations_%1$s AFTER %1$s ON donations REFERENCING %3$s
			FOR EACH STATEMENT EXECUTE FUNCTION count_donations_%1$s();$f$,
			event.name,
			format(event.changed, format('%s as kind, %s as status, date, weight, kilograms, participant_id',
				donation_kind, donation_status)),
			event.transition);
	END LOOP;

	SELECT array_agg(format('select %L::text as table_name, %s as kind, count(*) as rows from %I group by 2',
		name, kind, name)) INTO recounts FROM counted_tables;
	EXECUTE 'CREATE VIEW recounted_rows AS SELECT * FROM (' || array_to_string(recounts, ' union all ')
		|| ') recounted WHERE kind IS NOT NULL';
	EXECUTE format('CREATE VIEW recounted_donation_days AS SELECT date AS day, %s AS status, weight,
		count(*) AS donations, sum(kilograms) AS kilograms FROM donations GROUP BY 1, 2, 3', donation_status);
	CREATE VIEW recounted_donor_months AS
		SELECT date_trunc('month', date::timestamp)::date AS month, participant_id, count(*)::int AS donations
		FROM donations WHERE rejected_at IS NULL GROUP BY 1, 2;
END $do$;
--> statement-breakpoint
-- Every redemption updates its code: a look at one column is cheaper there than at all rows of the statement.
CREATE FUNCTION count_revoked_codes() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
	INSERT INTO row_counts AS kept (table_name, kind, slot, rows)
	SELECT 'discount_codes', kind, pg_backend_pid(), change
	FROM (VALUES ('revoked', 1), ('standing', -1)) AS moved (kind, revocation),
		LATERAL (SELECT CASE WHEN new.revoked_at IS NULL THEN -revocation ELSE revocation END AS change) signed
	ON CONFLICT (table_name, kind, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
	RETURN null;
END $body$;
--> statement-breakpoint
CREATE TRIGGER count_revoked_codes AFTER UPDATE ON discount_codes
FOR EACH ROW WHEN ((old.revoked_at IS NULL) <> (new.revoked_at IS NULL)) EXECUTE FUNCTION count_revoked_codes();
--> statement-breakpoint
-- What is counted already. The donors of each month come first, since they are counted themselves.
INSERT INTO donor_months SELECT month, participant_id, donations FROM recounted_donor_months;
--> statement-breakpoint
INSERT INTO donation_days (day, status, weight, slot, donations, kilograms)
SELECT day, status, weight, 0, donations, kilograms FROM recounted_donation_days;
--> statement-breakpoint
INSERT INTO row_counts (table_name, kind, slot, rows)
SELECT table_name, kind, 0, rows FROM recounted_rows WHERE table_name <> 'donor_months';
