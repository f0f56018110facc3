-- Written by hand: the partitions. Hits of earlier releases stay where they are.
CREATE TABLE "analytics_measurement" (
	"at" timestamp with time zone NOT NULL,
	"session_id" integer NOT NULL,
	"page_id" integer NOT NULL,
	"lcp" integer,
	"inp" integer,
	"cls" integer,
	"fcp" integer,
	"ttfb" integer,
	"fid" integer,
	"seconds" smallint,
	"scroll" smallint
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "analytics_measurement_at" ON "analytics_measurement" USING brin ("at");--> statement-breakpoint
CREATE INDEX "analytics_measurement_session" ON "analytics_measurement" USING btree ("session_id");