CREATE TABLE "newsletter_pending" (
	"email" text PRIMARY KEY NOT NULL,
	"key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"source" text NOT NULL,
	"replaces" text,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text DEFAULT '1' NOT NULL,
	"consent_page" text,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "newsletter_pending_key_unique" UNIQUE("key"),
	CONSTRAINT "newsletter_pending_email_lower_case" CHECK ("newsletter_pending"."email" = lower("newsletter_pending"."email"))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "newsletter_subscriber_unconfirmed" ON "newsletter_subscriber" USING btree ("id") WHERE "newsletter_subscriber"."confirmed_at" is null;