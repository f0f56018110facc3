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
  AND (t."title" LIKE 'Reply to %' OR t."title" LIKE 'Read why emails to %');
