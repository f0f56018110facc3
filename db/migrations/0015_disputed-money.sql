ALTER TABLE "payment" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "payment" p SET "disputed_cents" = greatest(0, least(p."amount_cents" - p."refunded_cents" - p."lost_cents", (
  SELECT coalesce(sum(CASE WHEN f."currency" = 'usd' THEN f."amount" ELSE p."amount_cents" END), p."amount_cents")
  FROM "payment_fact" f
  WHERE f."payment_id" = p."id" AND f."kind" = 'dispute-opened' AND NOT EXISTS (
    SELECT 1 FROM "payment_fact" e
    WHERE e."payment_id" = p."id" AND e."object_id" = f."object_id" AND e."kind" IN ('dispute-won', 'dispute-lost')))))
WHERE p."disputed_at" IS NOT NULL;--> statement-breakpoint
-- Refunds of earlier releases, which stayed in the revenue of reports.
INSERT INTO "funnel_event" ("id", "session_id", "session_key", "user_id", "stage", "substage", "metadata", "value", "company_id", "blueprint_id", "occurred_at")
SELECT r."id", b."session_id", b."session_key", u."id", 'unlock', 'refunded',
  jsonb_build_object('payment', r."payment", 'total', r."total"),
  r."total" - coalesce(lag(r."total") OVER (PARTITION BY r."payment" ORDER BY r."occurred_at", r."id"), 0),
  b."company_id", r."blueprint_id", r."occurred_at"
FROM (
  SELECT "id", "occurred_at", "payload"->>'paymentId' AS "payment", ("payload"->>'refundedCents')::numeric / 100 AS "total",
    ("payload"->>'blueprintId')::uuid AS "blueprint_id", ("payload"->>'userId')::uuid AS "user_id"
  FROM "event" WHERE "name" = 'payment.refunded') r
LEFT JOIN "user" u ON u."id" = r."user_id"
LEFT JOIN LATERAL (
  SELECT f."session_id", f."session_key", f."company_id" FROM "funnel_event" f
  WHERE f."blueprint_id" = r."blueprint_id" AND f."stage" = 'unlock'
    AND f."substage" IN ('payment_started', 'invoice_requested') AND f."session_key" IS NOT NULL
  ORDER BY f."occurred_at" DESC LIMIT 1) b ON true
ON CONFLICT ("id") DO UPDATE SET "metadata" = excluded."metadata", "value" = excluded."value",
  "session_id" = excluded."session_id", "session_key" = excluded."session_key";
