ALTER TABLE "busy_feed" ADD COLUMN "skipped" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "skipped_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "reader_ends" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "busy_until_read" boolean DEFAULT true NOT NULL;