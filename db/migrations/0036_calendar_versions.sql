ALTER TABLE "event_type" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;