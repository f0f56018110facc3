CREATE TABLE "mail_reply" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" uuid NOT NULL,
	"inbound_key" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"from_address" text,
	"is_from_recipient" boolean NOT NULL,
	"matched_by" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_reply_message_key" UNIQUE("message","inbound_key"),
	CONSTRAINT "mail_reply_kind" CHECK ("mail_reply"."kind" in ('reply', 'out_of_office', 'automatic')),
	CONSTRAINT "mail_reply_matched_by" CHECK ("mail_reply"."matched_by" in ('address', 'references')),
	CONSTRAINT "mail_reply_reason" CHECK (("mail_reply"."kind" = 'reply') = ("mail_reply"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_reply_from" ON "mail_reply" USING btree ("from_address");--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained', 'replied', 'auto_replied'));