CREATE TABLE "mail_original" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inbound_key" text NOT NULL,
	"message" uuid,
	"read_as" text NOT NULL,
	"from_address" text,
	"subject" text NOT NULL,
	"addresses" text NOT NULL,
	"content" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_original_inbound_key_unique" UNIQUE("inbound_key"),
	CONSTRAINT "mail_original_read_as" CHECK ("mail_original"."read_as" in ('reply', 'report', 'unread'))
);
--> statement-breakpoint
ALTER TABLE "mail_reply" DROP CONSTRAINT "mail_reply_kind";--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "regarding" uuid;--> statement-breakpoint
ALTER TABLE "mail_original" ADD CONSTRAINT "mail_original_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_original_message" ON "mail_original" USING btree ("message");--> statement-breakpoint
CREATE INDEX "mail_original_at" ON "mail_original" USING btree ("at");--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_regarding_message_id_fk" FOREIGN KEY ("regarding") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_regarding" ON "message" USING btree ("regarding") WHERE "message"."regarding" is not null;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_kind" CHECK ("mail_reply"."kind" in ('reply', 'out_of_office', 'automatic', 'colleague', 'calendar'));--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained', 'replied', 'auto_replied', 'calendar_response', 'clicked', 'scanned'));