ALTER TABLE "discount_codes" ADD COLUMN "participant_text" text;
--> statement-breakpoint
CREATE FUNCTION copy_participant_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.participant_text := (SELECT search_text FROM participants WHERE id = new.participant_id FOR SHARE);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER copy_participant_text BEFORE INSERT OR UPDATE OF participant_id ON discount_codes
FOR EACH ROW EXECUTE FUNCTION copy_participant_text();
--> statement-breakpoint
CREATE FUNCTION renew_participant_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE discount_codes SET participant_text = new.search_text WHERE participant_id = new.id;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER renew_participant_text AFTER UPDATE ON participants
FOR EACH ROW WHEN (old.search_text <> new.search_text) EXECUTE FUNCTION renew_participant_text();
--> statement-breakpoint
-- From here on the triggers keep it, and what they are on waits until all is committed.
UPDATE discount_codes SET participant_text = search_text FROM participants WHERE participants.id = participant_id;
