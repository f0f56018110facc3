CREATE TABLE "newsletter_subscriber" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"is_consumer_domain" boolean NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "newsletter_subscriber_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriber_email_lower_case" CHECK ("newsletter_subscriber"."email" = lower("newsletter_subscriber"."email"))
);
--> statement-breakpoint
CREATE TABLE "training_registration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"company_name" text NOT NULL,
	"company_website" text,
	"role" text,
	"industry" text,
	"training_program" text NOT NULL,
	"is_consumer_domain" boolean NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "training_registration_email_lower_case" CHECK ("training_registration"."email" = lower("training_registration"."email"))
);
--> statement-breakpoint
CREATE INDEX "training_registration_email" ON "training_registration" USING btree ("email","registered_at");