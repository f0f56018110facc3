CREATE TABLE "mail_pace" (
	"domain" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "mail_pace_domain_minute_pk" PRIMARY KEY("domain","minute")
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
CREATE INDEX "mail_pace_minute" ON "mail_pace" USING btree ("minute");--> statement-breakpoint
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
CREATE INDEX "sequence_version_publisher" ON "sequence_version" USING btree ("published_by") WHERE "sequence_version"."published_by" is not null;