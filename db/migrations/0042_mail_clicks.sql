CREATE TABLE "mail_hit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" uuid NOT NULL,
	"link" integer,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"client" text NOT NULL,
	"agent" text NOT NULL,
	"request" text NOT NULL,
	"has_language" boolean NOT NULL,
	"verdict" text,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "mail_hit_method" CHECK ("mail_hit"."method" in ('GET', 'HEAD')),
	CONSTRAINT "mail_hit_agent" CHECK ("mail_hit"."agent" in ('browser', 'scanner', 'none')),
	CONSTRAINT "mail_hit_request" CHECK ("mail_hit"."request" in ('navigation', 'preview', 'bare', 'unknown')),
	CONSTRAINT "mail_hit_verdict" CHECK ("mail_hit"."verdict" in ('human', 'scanner'))
);
--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "links" jsonb;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "clicked_links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "scanner_hits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_hit" ADD CONSTRAINT "mail_hit_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_hit_message" ON "mail_hit" USING btree ("message","at");--> statement-breakpoint
CREATE INDEX "mail_hit_client" ON "mail_hit" USING btree ("client","at");--> statement-breakpoint
CREATE INDEX "mail_hit_waiting" ON "mail_hit" USING btree ("at") WHERE "mail_hit"."verdict" is null;--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained', 'replied', 'auto_replied', 'clicked', 'scanned'));