CREATE TABLE "mail_body" (
	"id" uuid PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"scope" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppression_address_scope" UNIQUE("address","scope"),
	CONSTRAINT "suppression_address_lower_case" CHECK ("suppression"."address" = lower("suppression"."address")),
	CONSTRAINT "suppression_scope" CHECK ("suppression"."scope" in ('newsletter', 'outreach', 'lists')),
	CONSTRAINT "suppression_reason" CHECK ("suppression"."reason" in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'complaint', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "message" DROP CONSTRAINT "message_status";--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
DROP INDEX "message_due";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "body" uuid;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "fill" jsonb;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "list" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_body_mail_body_id_fk" FOREIGN KEY ("body") REFERENCES "public"."mail_body"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_body" ON "message" USING btree ("body") WHERE "message"."body" is not null;--> statement-breakpoint
CREATE INDEX "message_trouble" ON "message" USING btree ("trouble","id") WHERE "message"."trouble" is not null;--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree (("list" is not null),"next_attempt_at") WHERE "message"."next_attempt_at" is not null;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_trouble_name" CHECK ("message"."trouble" in ('failed', 'suppressed', 'cancelled', 'bounced', 'complained'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_list" CHECK ("message"."list" in ('newsletter', 'outreach'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_fill" CHECK (("message"."body" is null) = ("message"."fill" is null));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_status" CHECK ("message"."status" in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained'));