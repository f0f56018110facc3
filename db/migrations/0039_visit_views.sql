CREATE TABLE "analytics_annotation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_funnel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "analytics_funnel_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "analytics_identity" (
	"session_key" uuid NOT NULL,
	"email" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "analytics_identity_session_key_email_pk" PRIMARY KEY("session_key","email")
);
--> statement-breakpoint
CREATE TABLE "analytics_segment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "analytics_segment_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "analytics_view" (
	"at" timestamp with time zone NOT NULL,
	"visit_at" timestamp with time zone,
	"session_id" integer,
	"page_id" integer,
	"seconds" integer,
	"scroll" smallint,
	"lcp" integer,
	"fid" integer,
	"inp" integer,
	"cls" real,
	"fcp" integer,
	"ttfb" integer,
	"rage_clicks" smallint NOT NULL,
	"dead_clicks" smallint NOT NULL,
	"errors" smallint NOT NULL,
	"device" smallint NOT NULL,
	"rule" smallint
);
--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "referrer_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "medium_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "campaign_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "browser_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "os_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "screen_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "language_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "timezone_id" integer;--> statement-breakpoint
ALTER TABLE "funnel_event" ADD COLUMN "session_key" uuid;--> statement-breakpoint
ALTER TABLE "analytics_view" ADD CONSTRAINT "analytics_view_session_id_analytics_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."analytics_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_annotation_day" ON "analytics_annotation" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_identity_email" ON "analytics_identity" USING btree ("email");--> statement-breakpoint
CREATE INDEX "analytics_view_at" ON "analytics_view" USING btree ("at");--> statement-breakpoint
CREATE INDEX "analytics_view_session" ON "analytics_view" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "analytics_hit_action" ON "analytics_hit" USING btree ("type_id","name_id","at") WHERE kind in (2, 5, 6);--> statement-breakpoint
CREATE INDEX "funnel_event_key" ON "funnel_event" USING btree ("session_key");--> statement-breakpoint
-- Derives the new columns and views from the stored hits.
DELETE FROM "analytics_progress" WHERE "name" = 'visits';
