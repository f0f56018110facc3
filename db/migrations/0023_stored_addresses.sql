-- Addresses were stored with their whole path, and referrers with their query: both can hold secret links.
CREATE FUNCTION pg_temp.path_without_secrets(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    regexp_replace(
      regexp_replace(regexp_replace(address, '[?#].*$', ''), '^[a-zA-Z][a-zA-Z0-9+.-]*://[^/]*', ''),
      '^/(booking|share|unsubscribe|calendar)/[^/]+', '/\1/:token', 'i'),
    '/(?!assets/)(?=[^/]*[0-9A-Z])[A-Za-z0-9_.~%-]{20,}(?=/|$)', '/:token', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION pg_temp.origin_or_path(address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN address ~ '^[a-zA-Z][a-zA-Z0-9+.-]*://' THEN regexp_replace(address, '^([^:]+://)(?:[^/?#]*@)?([^/?#]*).*$', '\1\2')
    WHEN address ~ '^/' THEN pg_temp.path_without_secrets(address)
    ELSE regexp_replace(address, '[:?#].*$', '')
  END
$$;
--> statement-breakpoint
DROP INDEX "csp_report_kind";
--> statement-breakpoint
UPDATE "csp_report" SET
  "page" = pg_temp.path_without_secrets("page"),
  "blocked" = pg_temp.origin_or_path("blocked"),
  "source" = pg_temp.origin_or_path("source");
--> statement-breakpoint
UPDATE "csp_report" SET "count" = "alike"."count", "last_at" = "alike"."last_at"
FROM (
  SELECT "id", least(sum("count") OVER "kind", 2147483647)::integer AS "count", max("last_at") OVER "kind" AS "last_at"
  FROM "csp_report"
  WINDOW "kind" AS (PARTITION BY "day", "directive", "blocked", "page", "source")
) "alike"
WHERE "alike"."id" = "csp_report"."id";
--> statement-breakpoint
DELETE FROM "csp_report" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (PARTITION BY "day", "directive", "blocked", "page", "source" ORDER BY "id") AS "number"
    FROM "csp_report"
  ) "numbered" WHERE "number" > 1
);
--> statement-breakpoint
CREATE UNIQUE INDEX "csp_report_kind" ON "csp_report" USING btree ("day","directive","blocked","page","source");
--> statement-breakpoint
UPDATE "security_event" SET "referrer" = pg_temp.origin_or_path("referrer") WHERE "referrer" IS NOT NULL;
--> statement-breakpoint
DELETE FROM "security_event" WHERE "id" IN (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (
      PARTITION BY "client", "minute", pg_temp.path_without_secrets("path") ORDER BY "at", "id"
    ) AS "number"
    FROM "security_event" WHERE "kind" = 'decoy_report'
  ) "numbered" WHERE "number" > 1
);
--> statement-breakpoint
UPDATE "security_event" SET "path" = pg_temp.path_without_secrets("path") WHERE "kind" = 'decoy_report';
--> statement-breakpoint
UPDATE "download_tracking" SET "referrer" = pg_temp.origin_or_path("referrer") WHERE "referrer" <> 'direct';
--> statement-breakpoint
DROP FUNCTION pg_temp.origin_or_path(text);
--> statement-breakpoint
DROP FUNCTION pg_temp.path_without_secrets(text);
