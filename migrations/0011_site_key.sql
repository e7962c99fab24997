CREATE TABLE "site_key" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"sealed_pin_key" text NOT NULL,
	CONSTRAINT "site_key_one_row" CHECK ("site_key"."id" = 1)
);
