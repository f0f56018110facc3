ALTER TABLE "prospect" ADD COLUMN "lost_note" text;--> statement-breakpoint
ALTER TABLE "prospect_stage_change" ADD COLUMN "note" text;