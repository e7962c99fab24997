CREATE TABLE "backups" (
	"night" date NOT NULL,
	"attempt" smallint NOT NULL,
	"place" text NOT NULL,
	"name" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"held_until" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"bytes" bigint,
	"verified_at" timestamp (3) with time zone,
	"failure" text,
	"cleared_at" timestamp (3) with time zone,
	CONSTRAINT "backups_night_attempt_pk" PRIMARY KEY("night","attempt"),
	CONSTRAINT "backups_place_known" CHECK ("backups"."place" in ('folder', 'bucket')),
	CONSTRAINT "backups_verified_whole" CHECK ("backups"."verified_at" is null or ("backups"."bytes" > 0 and "backups"."finished_at" is not null and "backups"."failure" is null)),
	CONSTRAINT "backups_held_or_finished" CHECK (num_nonnulls("backups"."held_until", "backups"."finished_at") = 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "backups_verified_key" ON "backups" USING btree ("night") WHERE "backups"."verified_at" is not null;