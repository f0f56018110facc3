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
ALTER TABLE "mail_reply" ADD COLUMN "calendar_response" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "regarding" uuid;--> statement-breakpoint
ALTER TABLE "mail_original" ADD CONSTRAINT "mail_original_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_original_message" ON "mail_original" USING btree ("message");--> statement-breakpoint
CREATE INDEX "mail_original_at" ON "mail_original" USING btree ("at");--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_regarding_message_id_fk" FOREIGN KEY ("regarding") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_regarding" ON "message" USING btree ("regarding") WHERE "message"."regarding" is not null;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_calendar_response" CHECK ("mail_reply"."calendar_response" in ('accepted', 'declined', 'tentative', 'counter'));