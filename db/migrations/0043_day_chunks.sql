CREATE TABLE "analytics_day_chunk" (
	"day" date PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"columns" "bytea" NOT NULL
);
--> statement-breakpoint
-- Written by hand: the columns are compressed already.
ALTER TABLE "analytics_day_chunk" ALTER COLUMN "columns" SET STORAGE EXTERNAL;
