CREATE TABLE "disputed_redemptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputed_redemptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"redemption_id" integer NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "disputed_redemptions_answer_whole" CHECK (num_nonnulls("disputed_redemptions"."answer", "disputed_redemptions"."answered_by", "disputed_redemptions"."answered_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "statement_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"partner_id" integer NOT NULL,
	"month" date NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"redeemed" integer NOT NULL,
	"reversed" integer NOT NULL,
	"digest" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statements_partner_id_month_pk" PRIMARY KEY("partner_id","month"),
	CONSTRAINT "statements_month_first_day" CHECK (extract(day from "statements"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "till_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "till_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"pin_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_redemptions" RENAME COLUMN "redeemed_at" TO "at";--> statement-breakpoint
DROP INDEX "code_redemptions_redeemed_at_index";--> statement-breakpoint
DROP INDEX "code_redemptions_partner_id_index";--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD COLUMN "till_id" integer;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD COLUMN "kind" text DEFAULT 'redeemed' NOT NULL;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD COLUMN "reverses" integer;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "marked_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "given_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "disputed_redemptions" ADD CONSTRAINT "disputed_redemptions_redemption_id_code_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."code_redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_links" ADD CONSTRAINT "statement_links_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_links" ADD CONSTRAINT "till_links_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tills" ADD CONSTRAINT "tills_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputed_redemptions_redemption_id_key" ON "disputed_redemptions" USING btree ("redemption_id");--> statement-breakpoint
CREATE INDEX "disputed_redemptions_open_index" ON "disputed_redemptions" USING btree ("id") WHERE "disputed_redemptions"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_links_token_hash_key" ON "statement_links" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_links_standing_key" ON "statement_links" USING btree ("partner_id") WHERE "statement_links"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "till_links_token_hash_key" ON "till_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "till_links_expires_at_index" ON "till_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_token_hash_key" ON "tills" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tills_partner_id_index" ON "tills" USING btree ("partner_id","id") WHERE "tills"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_till_id_tills_id_fk" FOREIGN KEY ("till_id") REFERENCES "public"."tills"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_reverses_code_redemptions_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."code_redemptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_redemptions_at_index" ON "code_redemptions" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "code_redemptions_partner_index" ON "code_redemptions" USING btree ("partner_id","at","id");--> statement-breakpoint
CREATE INDEX "code_redemptions_till_index" ON "code_redemptions" USING btree ("till_id","at") WHERE "code_redemptions"."till_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "code_redemptions_reverses_key" ON "code_redemptions" USING btree ("reverses");--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_kind_known" CHECK ("code_redemptions"."kind" in ('redeemed', 'reversed'));--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_reversal_whole" CHECK (("code_redemptions"."kind" = 'reversed') = ("code_redemptions"."reverses" is not null));--> statement-breakpoint
ALTER TABLE "code_redemptions" ADD CONSTRAINT "code_redemptions_reason_of_reversal" CHECK ("code_redemptions"."reason" is null or "code_redemptions"."kind" = 'reversed');--> statement-breakpoint
UPDATE "discount_codes" SET "marked_uses" = "use_count" - coalesce((SELECT count(*) FROM "code_redemptions" WHERE "code_id" = "discount_codes"."id"), 0)
WHERE "use_count" > coalesce((SELECT count(*) FROM "code_redemptions" WHERE "code_id" = "discount_codes"."id"), 0);--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_marked_uses_range" CHECK ("discount_codes"."marked_uses" between 0 and "discount_codes"."use_count");--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The ledger of redemptions is only ever added to: % of code_redemptions is refused.', tg_op
	USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "code_redemptions"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'A month that is closed never changes: % of statements is refused.', tg_op
	USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_statement_change BEFORE UPDATE OR DELETE OR TRUNCATE ON "statements"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
--> statement-breakpoint
-- A backup brings statements before the ledger's rows, which it says by the setting.
CREATE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.at < (SELECT ends_at FROM statements WHERE partner_id = new.partner_id ORDER BY month DESC LIMIT 1)
		AND current_setting('reround.restores', true) IS DISTINCT FROM 'yes' THEN
		RAISE EXCEPTION 'The account of store % is closed for the month of %.', new.partner_id, new.at
		USING errcode = 'restrict_violation';
	END IF;
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_closed_month BEFORE INSERT ON "code_redemptions"
FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
