CREATE TABLE "newsletter_issue" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preview" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT 'drawings' NOT NULL,
	"audience" text DEFAULT 'everybody' NOT NULL,
	"per_minute" integer DEFAULT 600 NOT NULL,
	"scheduled_for" timestamp with time zone,
	"started_at" timestamp with time zone,
	"fed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"fed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"mail_body" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "newsletter_issue_status" CHECK ("newsletter_issue"."status" in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
	CONSTRAINT "newsletter_issue_scheduled" CHECK ("newsletter_issue"."status" <> 'scheduled' or "newsletter_issue"."scheduled_for" is not null),
	CONSTRAINT "newsletter_issue_started" CHECK ("newsletter_issue"."status" in ('draft', 'scheduled', 'cancelled') or "newsletter_issue"."mail_body" is not null),
	CONSTRAINT "newsletter_issue_pace" CHECK ("newsletter_issue"."per_minute" between 1 and 60000)
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipient" (
	"issue" uuid NOT NULL,
	"subscriber" uuid NOT NULL,
	"message" uuid,
	"skipped_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "newsletter_recipient_issue_subscriber_pk" PRIMARY KEY("issue","subscriber")
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "consent_version" text DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "consent_page" text;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "leave_key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "topics" text[] DEFAULT '{drawings,training,product}' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "frequency" text DEFAULT 'every' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "last_issue_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "left_by" text;--> statement-breakpoint
ALTER TABLE "training_registration" ADD COLUMN "consent_version" text DEFAULT '1' NOT NULL;--> statement-breakpoint
ALTER TABLE "training_registration" ADD COLUMN "consent_page" text;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_mail_body_mail_body_id_fk" FOREIGN KEY ("mail_body") REFERENCES "public"."mail_body"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_issue_newsletter_issue_id_fk" FOREIGN KEY ("issue") REFERENCES "public"."newsletter_issue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_subscriber_newsletter_subscriber_id_fk" FOREIGN KEY ("subscriber") REFERENCES "public"."newsletter_subscriber"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_issue_open" ON "newsletter_issue" USING btree ("status") WHERE "newsletter_issue"."status" in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "newsletter_recipient_waiting" ON "newsletter_recipient" USING btree ("issue") WHERE "newsletter_recipient"."message" is null and "newsletter_recipient"."skipped_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_recipient_left" ON "newsletter_recipient" USING btree ("issue") WHERE "newsletter_recipient"."left_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_recipient_message" ON "newsletter_recipient" USING btree ("message");--> statement-breakpoint
CREATE INDEX "newsletter_recipient_subscriber" ON "newsletter_recipient" USING btree ("subscriber");--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD CONSTRAINT "newsletter_subscriber_leave_key_unique" UNIQUE("leave_key");--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD CONSTRAINT "newsletter_subscriber_frequency" CHECK ("newsletter_subscriber"."frequency" in ('every', 'quarterly'));--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD CONSTRAINT "newsletter_subscriber_left" CHECK (("newsletter_subscriber"."left_at" is null) = ("newsletter_subscriber"."left_by" is null));