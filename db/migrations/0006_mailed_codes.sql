ALTER TABLE "access_code" ADD COLUMN "is_mailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- Codes that an admin issued without emailing them: no mail to that address was queued at the same moment.
UPDATE "access_code" c SET "is_mailed" = false
WHERE c."request_id" IS NULL AND NOT EXISTS (
  SELECT 1 FROM "message" m WHERE m."kind" = 'access-code' AND m."to_address" = c."email" AND m."created_at" = c."issued_at");
