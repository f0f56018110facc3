ALTER TABLE "booking" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "weekly_cap" integer;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "agenda" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "place" text DEFAULT 'video' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "location" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "redirect_url" text;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_weekly_cap" CHECK ("event_type"."weekly_cap" > 0);--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_archived" CHECK ("event_type"."archived_at" is null or not "event_type"."active");