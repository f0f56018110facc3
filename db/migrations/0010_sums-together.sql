-- contract: no release has sums of days yet
DROP TABLE "analytics_sum";--> statement-breakpoint
CREATE TABLE "analytics_sum" (
	"is_month" boolean NOT NULL,
	"day" date NOT NULL,
	"of" text NOT NULL,
	"groups" text NOT NULL,
	CONSTRAINT "analytics_sum_of_is_month_day_pk" PRIMARY KEY("of","is_month","day")
);
--> statement-breakpoint
-- Without marks the sums are computed again.
DELETE FROM "analytics_summed_span";
