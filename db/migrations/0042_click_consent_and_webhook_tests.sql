CREATE TABLE "click_consent" (
	"address" text PRIMARY KEY NOT NULL,
	"wording" text NOT NULL,
	"source" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "click_consent_lower_case" CHECK ("click_consent"."address" = lower("click_consent"."address")),
	CONSTRAINT "click_consent_source" CHECK ("click_consent"."source" in ('email-link', 'account'))
);
--> statement-breakpoint
ALTER TABLE "mail_reply" DROP CONSTRAINT "mail_reply_kind";--> statement-breakpoint
ALTER TABLE "sequence_enrolment" DROP CONSTRAINT "sequence_enrolment_reasons";--> statement-breakpoint
DROP INDEX "webhook_delivery_list_of_endpoint";--> statement-breakpoint
ALTER TABLE "mail_reply" ADD COLUMN "from_name" text;--> statement-breakpoint
ALTER TABLE "prospect" ADD COLUMN "unconfirmed_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD COLUMN "origin_id" uuid;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_enrolment_step" ADD COLUMN "counts_clicks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD CONSTRAINT "sequence_enrolment_origin_id_prospect_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."prospect"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sequence_enrolment_origin" ON "sequence_enrolment" USING btree ("origin_id") WHERE "sequence_enrolment"."origin_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_event" ON "webhook_delivery" USING btree ("event_name","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_undelivered" ON "webhook_delivery" USING btree ("status","created_at","id") WHERE "webhook_delivery"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhook_delivery_tests" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id") WHERE "webhook_delivery"."kind" = 'test';--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id","status");--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_kind" CHECK ("mail_reply"."kind" in ('reply', 'out_of_office', 'automatic', 'colleague'));--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD CONSTRAINT "sequence_enrolment_reasons" CHECK ("sequence_enrolment"."reason" in ('completed', 'goal', 'booking', 'reply', 'purchase', 'activity', 'unsubscribed', 'bounced', 'complaint', 'suppressed', 'invalid_address', 'stage', 'merged', 'unproven', 'kept_out', 'by_hand', 'active_goal', 're_entry', 'employee', 'demo'));