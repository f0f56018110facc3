ALTER TABLE "analytics_view" ADD COLUMN "previous_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "has_goal" boolean GENERATED ALWAYS AS (goal_ids <> '{}') STORED;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "visitor_id" integer;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD COLUMN "previous_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "analytics_session_client" ON "analytics_session" USING btree ("client");--> statement-breakpoint
CREATE INDEX "analytics_visit_long" ON "analytics_visit" USING btree ("ended_at") WHERE duration_seconds >= 86400;--> statement-breakpoint
-- Visitors of the stored visits, and the views of a page before each view.
UPDATE "analytics_visit" v SET "visitor_id" = l."visitor_id", "previous_at" = l."previous_at" FROM (
  SELECT v."session_id", v."started_at", min(v."session_id") OVER day AS "visitor_id",
    max(v."started_at") FILTER (WHERE v."rule" IS NULL OR v."rule" IN (SELECT "rule" FROM "analytics_accepted_rule"))
      OVER (day ORDER BY v."started_at", v."session_id" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "previous_at"
  FROM "analytics_session" s JOIN "analytics_visit" v ON v."session_id" = s."id"
  WINDOW day AS (PARTITION BY coalesce(s."client"::text, 's' || s."id"), (v."started_at" AT TIME ZONE 'UTC')::date)
) l WHERE v."session_id" = l."session_id" AND v."started_at" = l."started_at";--> statement-breakpoint
UPDATE "analytics_view" w SET "previous_at" = l."previous_at" FROM (
  SELECT "ctid", lag("at") OVER (PARTITION BY "session_id", "visit_at", "page_id" ORDER BY "at") AS "previous_at"
  FROM "analytics_view" WHERE "session_id" IS NOT NULL
) l WHERE w."ctid" = l."ctid" AND l."previous_at" IS NOT NULL;
