CREATE TABLE "overall_limits" (
	"name" text PRIMARY KEY NOT NULL,
	"forgotten_at" timestamp (3) with time zone NOT NULL
);
