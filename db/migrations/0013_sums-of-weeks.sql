-- contract: no release has sums of days yet
DROP TABLE "analytics_sum";--> statement-breakpoint
DROP TABLE "analytics_vital_sum";--> statement-breakpoint
DROP TABLE "analytics_summed_span";--> statement-breakpoint
CREATE TABLE "analytics_sum" (
	"unit" text NOT NULL,
	"day" date NOT NULL,
	"of" text NOT NULL,
	"groups" text NOT NULL,
	CONSTRAINT "analytics_sum_of_unit_day_pk" PRIMARY KEY("of","unit","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_vital_sum" (
	"unit" text NOT NULL,
	"day" date NOT NULL,
	"vital" text NOT NULL,
	"counts" "bytea" NOT NULL,
	CONSTRAINT "analytics_vital_sum_unit_day_vital_pk" PRIMARY KEY("unit","day","vital")
);
--> statement-breakpoint
CREATE TABLE "analytics_summed_span" (
	"unit" text NOT NULL,
	"day" date NOT NULL,
	"timezone" text NOT NULL,
	"rules" text NOT NULL,
	CONSTRAINT "analytics_summed_span_unit_day_pk" PRIMARY KEY("unit","day")
);
