-- contract: widens the states of a payment by one that the previous release neither writes nor reads before this one does
ALTER TABLE "prospect_task" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD COLUMN "origin_id" uuid;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD COLUMN "settled_because" text;--> statement-breakpoint
CREATE INDEX "prospect_task_own" ON "prospect_task" USING btree ("origin_id") WHERE "prospect_task"."done_at" is null and "prospect_task"."origin" is not null;--> statement-breakpoint
-- Tasks that sequences have added so far: same person, title and moment as the recorded step.
UPDATE "prospect_task" t SET "origin" = 'sequence', "origin_id" = e."id"
FROM "sequence_enrollment_step" done
JOIN "sequence_enrollment" e ON e."id" = done."enrollment_id"
JOIN "sequence_step" s ON s."id" = done."step_id"
JOIN "sequence_version" v ON v."id" = s."version_id"
WHERE done."outcome" = 'task' AND t."prospect_id" = e."prospect_id" AND t."created_at" = done."at" AND t."done_at" IS NULL
  AND t."title" = v."definition" -> 'steps' -> s."position" -> 'task' ->> 'title';--> statement-breakpoint
UPDATE "prospect_task" t SET "origin" = CASE WHEN t."title" LIKE 'Reply to %' THEN 'reply' ELSE 'rejection' END
FROM "audit_entry" a
WHERE a."action" = 'prospect.task-created' AND a."actor_kind" = 'system' AND a."detail" ->> 'task' = t."id"::text
  AND t."done_at" IS NULL AND t."origin" IS NULL
  AND (t."title" LIKE 'Reply to %' OR t."title" LIKE 'Read why emails to %');--> statement-breakpoint
CREATE TABLE "prospect_removal" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"last_event" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);--> statement-breakpoint
CREATE TABLE "payment_fact" (
	"key" text PRIMARY KEY NOT NULL,
	"payment_id" uuid,
	"payment_intent_id" text,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone,
	"occurred_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payment_fact_kind" CHECK ("payment_fact"."kind" in ('refunded', 'refund-failed', 'dispute-opened', 'funds-withdrawn', 'funds-reinstated', 'dispute-won', 'dispute-lost'))
);
--> statement-breakpoint
ALTER TABLE "payment" DROP CONSTRAINT "payment_status";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "lost_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "to_check" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "check_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_fact" ADD CONSTRAINT "payment_fact_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_fact_payment" ON "payment_fact" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payment_fact_waiting" ON "payment_fact" USING btree ("payment_intent_id") WHERE "payment_fact"."payment_id" is null;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_status" CHECK ("payment"."status" in ('open', 'processing', 'paid', 'refunded', 'charged-back', 'cancelled', 'failed', 'expired'));--> statement-breakpoint
-- Refunds and disputes of earlier releases, whose ids in Stripe are unknown.
INSERT INTO "payment_fact" ("key", "payment_id", "payment_intent_id", "kind", "object_id", "amount", "currency", "occurred_at")
SELECT 'refunded:earlier:' || "id", "id", "payment_intent_id", 'refunded', 'earlier', "refunded_cents", 'usd', coalesce("refunded_at", "created_at")
FROM "payment" WHERE "payment_intent_id" IS NOT NULL AND "refunded_cents" > 0;--> statement-breakpoint
INSERT INTO "payment_fact" ("key", "payment_id", "payment_intent_id", "kind", "object_id", "amount", "currency", "occurred_at")
SELECT 'dispute-opened:earlier:' || "id", "id", "payment_intent_id", 'dispute-opened', 'earlier', "amount_cents", 'usd', "disputed_at"
FROM "payment" WHERE "payment_intent_id" IS NOT NULL AND "disputed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "payment" SET "to_check" = 'dispute' WHERE "disputed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "access_code" ADD COLUMN "is_mailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Codes that an admin issued without emailing them: no mail to that address was queued at the same moment.
UPDATE "access_code" c SET "is_mailed" = false
WHERE c."request_id" IS NULL AND NOT EXISTS (
  SELECT 1 FROM "message" m WHERE m."kind" = 'access-code' AND m."to_address" = c."email" AND m."created_at" = c."issued_at");
