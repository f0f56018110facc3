CREATE TABLE "analytics_day_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_day_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"changes" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "mail_pace" (
	"domain" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "mail_pace_domain_minute_pk" PRIMARY KEY("domain","minute")
);
--> statement-breakpoint
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
CREATE TABLE "sequence_enrolment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"goal" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"done" integer DEFAULT 0 NOT NULL,
	"enrolled_at" timestamp with time zone NOT NULL,
	"last_step_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"event_id" uuid,
	"since_event" uuid NOT NULL,
	"leave_key" text NOT NULL,
	CONSTRAINT "sequence_enrolment_leave_key_unique" UNIQUE("leave_key"),
	CONSTRAINT "sequence_enrolment_states" CHECK ("sequence_enrolment"."state" in ('active', 'paused', 'finished', 'exited', 'blocked')),
	CONSTRAINT "sequence_enrolment_reasons" CHECK ("sequence_enrolment"."reason" in ('completed', 'goal', 'booking', 'reply', 'purchase', 'activity', 'unsubscribed', 'bounced', 'complaint', 'suppressed', 'invalid_address', 'stage', 'merged', 'by_hand', 'active_goal', 're_entry', 'employee', 'demo')),
	CONSTRAINT "sequence_enrolment_goals" CHECK ("sequence_enrolment"."goal" in ('access_decided', 'access_granted', 'analysis_created', 'call_booked', 'payment', 'activity')),
	CONSTRAINT "sequence_enrolment_active_is_due" CHECK (("sequence_enrolment"."state" = 'active') = ("sequence_enrolment"."due_at" is not null)),
	CONSTRAINT "sequence_enrolment_ended" CHECK (("sequence_enrolment"."state" in ('active', 'paused')) = ("sequence_enrolment"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sequence_enrolment_step" (
	"enrolment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"message_id" uuid,
	"bounced_at" timestamp with time zone,
	"clicked_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"complained_at" timestamp with time zone,
	CONSTRAINT "sequence_enrolment_step_enrolment_id_step_id_pk" PRIMARY KEY("enrolment_id","step_id"),
	CONSTRAINT "sequence_enrolment_step_outcome" CHECK ("sequence_enrolment_step"."outcome" in ('mail', 'task', 'skipped')),
	CONSTRAINT "sequence_enrolment_step_mail" CHECK (("sequence_enrolment_step"."outcome" = 'mail') = ("sequence_enrolment_step"."message_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "sequence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"draft" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sequence_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "sequence_booking" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"first_step" uuid NOT NULL,
	"last_step" uuid NOT NULL,
	"cancelled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sequence_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"body" uuid
);
--> statement-breakpoint
CREATE TABLE "sequence_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"request_headers" jsonb NOT NULL,
	"response_headers" jsonb NOT NULL,
	"response_body" text,
	"is_cut" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event_id" uuid,
	"message_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('pending', 'delivered', 'failed', 'canceled')),
	CONSTRAINT "webhook_delivery_kind" CHECK ("webhook_delivery"."kind" in ('event', 'replay', 'test')),
	CONSTRAINT "webhook_delivery_next" CHECK (("webhook_delivery"."status" = 'pending') = ("webhook_delivery"."next_attempt_at" is not null)),
	CONSTRAINT "webhook_delivery_test" CHECK ("webhook_delivery"."kind" = 'test' or "webhook_delivery"."event_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[] NOT NULL,
	"headers" text NOT NULL,
	"header_names" text[] NOT NULL,
	"rate_per_minute" integer,
	"paced_until" timestamp with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp with time zone,
	"secret" text NOT NULL,
	"secret_created_at" timestamp with time zone NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_failed_at" timestamp with time zone,
	"last_delivered_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoint_status" CHECK ("webhook_endpoint"."status" in ('active', 'paused', 'disabled')),
	CONSTRAINT "webhook_endpoint_disabled" CHECK (("webhook_endpoint"."status" = 'disabled') = ("webhook_endpoint"."disabled_at" is not null)),
	CONSTRAINT "webhook_endpoint_previous_secret" CHECK (("webhook_endpoint"."previous_secret" is null) = ("webhook_endpoint"."previous_secret_until" is null))
);
--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
ALTER TABLE "billing_paper" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "billing_paper" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "links" jsonb;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "clicked_links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "scanner_hits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_hit" ADD CONSTRAINT "mail_hit_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD CONSTRAINT "sequence_enrolment_sequence_id_sequence_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD CONSTRAINT "sequence_enrolment_version_id_sequence_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."sequence_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolment" ADD CONSTRAINT "sequence_enrolment_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolment_step" ADD CONSTRAINT "sequence_enrolment_step_enrolment_id_sequence_enrolment_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."sequence_enrolment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolment_step" ADD CONSTRAINT "sequence_enrolment_step_step_id_sequence_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_first_step_sequence_step_id_fk" FOREIGN KEY ("first_step") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_last_step_sequence_step_id_fk" FOREIGN KEY ("last_step") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_version_id_sequence_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."sequence_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_sequence_id_sequence_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_published_by_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_day_change_day" ON "analytics_day_change" USING btree ("day");--> statement-breakpoint
CREATE INDEX "mail_hit_message" ON "mail_hit" USING btree ("message","at");--> statement-breakpoint
CREATE INDEX "mail_hit_client" ON "mail_hit" USING btree ("client","at");--> statement-breakpoint
CREATE INDEX "mail_hit_waiting" ON "mail_hit" USING btree ("at") WHERE "mail_hit"."verdict" is null;--> statement-breakpoint
CREATE INDEX "mail_pace_minute" ON "mail_pace" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "mail_reply_from" ON "mail_reply" USING btree ("from_address");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_enrolment_open_goal" ON "sequence_enrolment" USING btree ("prospect_id","goal") WHERE "sequence_enrolment"."state" in ('active', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_enrolment_event" ON "sequence_enrolment" USING btree ("sequence_id","event_id") WHERE "sequence_enrolment"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "sequence_enrolment_due" ON "sequence_enrolment" USING btree ("sequence_id","due_at","id") WHERE "sequence_enrolment"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sequence_enrolment_list" ON "sequence_enrolment" USING btree ("sequence_id","enrolled_at","id");--> statement-breakpoint
CREATE INDEX "sequence_enrolment_state" ON "sequence_enrolment" USING btree ("sequence_id","state","enrolled_at","id");--> statement-breakpoint
CREATE INDEX "sequence_enrolment_prospect" ON "sequence_enrolment" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "sequence_enrolment_version" ON "sequence_enrolment" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "sequence_enrolment_step_at" ON "sequence_enrolment_step" USING btree ("step_id","at","enrolment_id") WHERE "sequence_enrolment_step"."outcome" = 'mail';--> statement-breakpoint
CREATE INDEX "sequence_enrolment_step_message" ON "sequence_enrolment_step" USING btree ("message_id") WHERE "sequence_enrolment_step"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "sequence_booking_at" ON "sequence_booking" USING btree ("at","booking_id");--> statement-breakpoint
CREATE INDEX "sequence_booking_prospect" ON "sequence_booking" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "sequence_booking_first" ON "sequence_booking" USING btree ("first_step");--> statement-breakpoint
CREATE INDEX "sequence_booking_last" ON "sequence_booking" USING btree ("last_step");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_step_position" ON "sequence_step" USING btree ("version_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_version_number" ON "sequence_version" USING btree ("sequence_id","number");--> statement-breakpoint
CREATE INDEX "sequence_version_publisher" ON "sequence_version" USING btree ("published_by") WHERE "sequence_version"."published_by" is not null;--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'event';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained', 'replied', 'auto_replied', 'clicked', 'scanned'));--> statement-breakpoint
-- The rest of this file is written by hand: drizzle-kit knows no triggers. Arguments: the time that decides the day of a row, and its last time.
CREATE FUNCTION "analytics_day_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	source text := CASE TG_OP WHEN 'UPDATE' THEN '(SELECT * FROM removed UNION ALL SELECT * FROM added) AS row'
		WHEN 'DELETE' THEN 'removed' ELSE 'added' END;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT "day", 1, max("last_at") FROM "public"."analytics_day_change" GROUP BY "day";
	ELSE
		EXECUTE format('INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT (%s AT TIME ZONE ''UTC'')::date, 1, max(%s) FROM %s GROUP BY 1', TG_ARGV[0], TG_ARGV[1], source);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_inserted" AFTER INSERT ON "analytics_visit" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_updated" AFTER UPDATE ON "analytics_visit" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_deleted" AFTER DELETE ON "analytics_visit" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_truncated" AFTER TRUNCATE ON "analytics_visit"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
--> statement-breakpoint
CREATE TRIGGER "analytics_view_inserted" AFTER INSERT ON "analytics_view" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_updated" AFTER UPDATE ON "analytics_view" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_deleted" AFTER DELETE ON "analytics_view" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_truncated" AFTER TRUNCATE ON "analytics_view"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
--> statement-breakpoint
INSERT INTO "analytics_day_change" ("day", "changes", "last_at")
	SELECT "day", 1, max("at") FROM (
		SELECT ("started_at" AT TIME ZONE 'UTC')::date AS "day", "ended_at" AS "at" FROM "analytics_visit"
		UNION ALL
		SELECT (coalesce("visit_at", "at") AT TIME ZONE 'UTC')::date, "at" FROM "analytics_view"
	) "row" GROUP BY "day";
