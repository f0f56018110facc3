-- Amounts that browsers posted to earlier releases. Conversions get the type and property of later ones (decision 0140), unless a payment or a
-- call of that time explains them. The product's own have no page.
INSERT INTO "analytics_term" ("text") SELECT 'reported_revenue' FROM "analytics_term" WHERE "text" = 'revenue' ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "analytics_hit" h
SET "type_id" = CASE WHEN t."text" = 'revenue' THEN r."id" ELSE h."type_id" END, "value" = NULL,
  "detail" = nullif(coalesce(h."detail", '{}') || jsonb_strip_nulls(jsonb_build_object('reported_value', h."value")), '{}')
FROM "analytics_term" t, "analytics_term" r
WHERE h."kind" = 6 AND h."type_id" = t."id" AND r."text" = 'reported_revenue' AND h."page_id" IS NOT NULL
  AND (t."text" = 'revenue' OR h."value" IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM "payment" p
    WHERE t."text" = 'revenue' AND p."amount_cents" = h."value" * 100
      AND h."at" BETWEEN p."created_at" AND p."paid_at" + interval '1 day')
  AND NOT EXISTS (
    SELECT 1 FROM "booking" b
    WHERE t."text" <> 'revenue' AND h."value" = 2500
      AND b."created_at" BETWEEN h."at" - interval '10 minutes' AND h."at" + interval '10 minutes');--> statement-breakpoint
UPDATE "analytics_visit" v SET "value_usd" = (
  SELECT least(coalesce(sum(h."value"::numeric), 0), 999999999999)
  FROM "analytics_hit" h JOIN "analytics_term" t ON t."id" = h."type_id" AND t."text" = 'revenue'
  WHERE h."session_id" = v."session_id" AND h."kind" = 6 AND h."at" BETWEEN v."started_at" AND v."ended_at")
WHERE v."value_usd" <> 0;--> statement-breakpoint
DELETE FROM "analytics_sum";--> statement-breakpoint
DELETE FROM "analytics_summed_span";--> statement-breakpoint
-- The steps stay and lose the amount. Own steps have no session id, except refunds, which name their payment. A site without a
-- single booking uses a calendar that does not report its calls.
UPDATE "funnel_event" f SET "value" = NULL
WHERE f."session_id" IS NOT NULL AND f."value" IS NOT NULL AND CASE concat_ws('.', lower(trim(f."stage")), lower(trim(f."substage")))
  WHEN 'booking.scheduled' THEN EXISTS (SELECT 1 FROM "booking") AND NOT EXISTS (
    SELECT 1 FROM "booking" b
    WHERE b."created_at" BETWEEN f."occurred_at" - interval '10 minutes' AND f."occurred_at" + interval '10 minutes')
  WHEN 'unlock.paid' THEN NOT EXISTS (
    SELECT 1 FROM "payment" p
    WHERE p."amount_cents" = f."value" * 100 AND f."occurred_at" BETWEEN p."created_at" AND p."paid_at" + interval '1 day')
  WHEN 'unlock.refunded' THEN NOT f."metadata" ? 'payment'
  ELSE false END;
