CREATE TABLE "funnel_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" text,
	"user_id" uuid,
	"stage" text NOT NULL,
	"substage" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"value" numeric(14, 2),
	"company_id" uuid,
	"blueprint_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "funnel_event_stage" ON "funnel_event" USING btree ("stage","substage","occurred_at");--> statement-breakpoint
CREATE INDEX "funnel_event_session" ON "funnel_event" USING btree ("session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "funnel_event_user" ON "funnel_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "funnel_event_time" ON "funnel_event" USING btree ("occurred_at");