ALTER TABLE "csp_report" ADD COLUMN "latest" jsonb;--> statement-breakpoint
ALTER TABLE "training_registration" ADD COLUMN "typed_website" text;