CREATE TABLE "analytics_day_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_day_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"changes" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analytics_day_change_day" ON "analytics_day_change" USING btree ("day");--> statement-breakpoint
-- Arguments: the time that decides the day of a row, and its last time.
CREATE FUNCTION "analytics_day_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	source text := CASE TG_OP WHEN 'UPDATE' THEN '(SELECT * FROM removed UNION ALL SELECT * FROM added) AS row'
		WHEN 'DELETE' THEN 'removed' ELSE 'added' END;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT "day", 1, max("last_at") FROM "public"."analytics_day_change" GROUP BY "day";
	ELSE
		EXECUTE format('INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT (%s AT TIME ZONE ''UTC'')::date, 1, max(%s) FROM %s GROUP BY 1', TG_ARGV[0], TG_ARGV[1], source);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_inserted" AFTER INSERT ON "analytics_visit" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_updated" AFTER UPDATE ON "analytics_visit" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_deleted" AFTER DELETE ON "analytics_visit" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_truncated" AFTER TRUNCATE ON "analytics_visit"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
--> statement-breakpoint
CREATE TRIGGER "analytics_view_inserted" AFTER INSERT ON "analytics_view" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_updated" AFTER UPDATE ON "analytics_view" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_deleted" AFTER DELETE ON "analytics_view" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_truncated" AFTER TRUNCATE ON "analytics_view"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
--> statement-breakpoint
INSERT INTO "analytics_day_change" ("day", "changes", "last_at")
	SELECT "day", 1, max("at") FROM (
		SELECT ("started_at" AT TIME ZONE 'UTC')::date AS "day", "ended_at" AS "at" FROM "analytics_visit"
		UNION ALL
		SELECT (coalesce("visit_at", "at") AT TIME ZONE 'UTC')::date, "at" FROM "analytics_view"
	) "row" GROUP BY "day";
