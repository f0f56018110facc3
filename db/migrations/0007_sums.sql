CREATE TABLE "analytics_sum" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_sum_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"is_month" boolean NOT NULL,
	"day" date NOT NULL,
	"of" text NOT NULL,
	"value_id" integer NOT NULL,
	"page_id" integer,
	"name" text,
	"amount" integer NOT NULL,
	"fresh" integer NOT NULL,
	"firsts" integer NOT NULL,
	"bounces" integer NOT NULL,
	"seconds" bigint NOT NULL,
	"conversions" integer NOT NULL,
	"usd" double precision NOT NULL,
	"timed" integer NOT NULL,
	"scroll" bigint NOT NULL,
	"scrolled" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_summed_span" (
	"is_month" boolean NOT NULL,
	"day" date NOT NULL,
	"timezone" text NOT NULL,
	"rules" text NOT NULL,
	CONSTRAINT "analytics_summed_span_is_month_day_pk" PRIMARY KEY("is_month","day")
);
--> statement-breakpoint
CREATE TABLE "analytics_vital_sum" (
	"is_month" boolean NOT NULL,
	"day" date NOT NULL,
	"vital" text NOT NULL,
	"counts" "bytea" NOT NULL,
	CONSTRAINT "analytics_vital_sum_is_month_day_vital_pk" PRIMARY KEY("is_month","day","vital")
);
--> statement-breakpoint
CREATE INDEX "analytics_sum_read" ON "analytics_sum" USING btree ("of","is_month","day");