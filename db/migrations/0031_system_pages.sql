DROP INDEX "security_event_at";--> statement-breakpoint
DROP INDEX "security_event_once";--> statement-breakpoint
ALTER TABLE "event_dead_letter" ADD COLUMN "attempts" integer;--> statement-breakpoint
ALTER TABLE "security_event" ADD COLUMN "rule" text;--> statement-breakpoint
ALTER TABLE "security_event" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "security_event" ADD COLUMN "count" integer;--> statement-breakpoint
ALTER TABLE "security_event" ADD COLUMN "last_at" timestamp with time zone;--> statement-breakpoint
-- One row for each kind, rule and client of a day instead of one for each minute and path: the newest row is kept.
UPDATE "security_event" SET
  "day" = ("at" AT TIME ZONE 'UTC')::date,
  "rule" = coalesce(
    substring("path" from '^(/admin-debug|/admin-legacy|/api/internal|/\.env|/config|/admin-api|/backup)(?:$|[/.])'),
    CASE WHEN "kind" = 'hidden_field' THEN "path" ELSE 'other address' END
  );--> statement-breakpoint
UPDATE "security_event" e SET "count" = folded."count", "at" = folded."first_at", "last_at" = folded."last_at"
FROM (
  SELECT (array_agg("id" ORDER BY "at" DESC, "id" DESC))[1] AS "id", count(*)::integer AS "count",
    min("at") AS "first_at", max("at") AS "last_at"
  FROM "security_event" GROUP BY "day", "kind", "client", "rule"
) folded WHERE folded."id" = e."id";--> statement-breakpoint
DELETE FROM "security_event" WHERE "count" IS NULL;--> statement-breakpoint
ALTER TABLE "security_event" ALTER COLUMN "rule" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "security_event" ALTER COLUMN "day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "security_event" ALTER COLUMN "count" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "security_event" ALTER COLUMN "last_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "event_dead_letter_failed" ON "event_dead_letter" USING btree ("failed_at","event_id");--> statement-breakpoint
CREATE INDEX "security_event_last" ON "security_event" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_kind" ON "security_event" USING btree ("kind","last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_client" ON "security_event" USING btree ("client","last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_trend" ON "security_event" USING btree ("day","kind","count");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("day","kind","client","rule");--> statement-breakpoint
ALTER TABLE "security_event" DROP COLUMN "minute";
