CREATE TABLE "download_tracking" (
	"id" uuid PRIMARY KEY NOT NULL,
	"download_type" text NOT NULL,
	"session_id" text NOT NULL,
	"file_format" text NOT NULL,
	"tier" text NOT NULL,
	"referrer" text NOT NULL,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "download_tracking_type" ON "download_tracking" USING btree ("download_type");--> statement-breakpoint
CREATE INDEX "download_tracking_session" ON "download_tracking" USING btree ("session_id");