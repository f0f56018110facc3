CREATE TABLE "calendar_channel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"site" text NOT NULL,
	"ref" text,
	"expires_at" timestamp with time zone NOT NULL,
	"renew_at" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "connected_calendar" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connected_calendar" ADD COLUMN "channel_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "connected_calendar" ADD COLUMN "channel_problem" text;--> statement-breakpoint
ALTER TABLE "calendar_channel" ADD CONSTRAINT "calendar_channel_calendar_id_connected_calendar_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."connected_calendar"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_channel_calendar" ON "calendar_channel" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "connected_calendar_changed" ON "connected_calendar" USING btree ("changed_at") WHERE "connected_calendar"."changed_at" is not null;