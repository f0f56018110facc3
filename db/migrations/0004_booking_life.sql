CREATE TABLE "booking_reminder" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_reminder_booking_id_kind_starts_at_pk" PRIMARY KEY("booking_id","kind","starts_at"),
	CONSTRAINT "booking_reminder_kind" CHECK ("booking_reminder"."kind" in ('day', 'hour'))
);
--> statement-breakpoint
CREATE TABLE "busy_feed" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"url" text NOT NULL,
	"tried_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "busy_feed_url" UNIQUE("host_id","url")
);
--> statement-breakpoint
CREATE TABLE "busy_time" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendly_invitee" (
	"uri_hash" text PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hosting" (
	"event_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	CONSTRAINT "hosting_event_type_id_host_id_pk" PRIMARY KEY("event_type_id","host_id")
);
--> statement-breakpoint
CREATE TABLE "slot_hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"event_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"blocked" "tstzrange" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slot_hold_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "booking_change" DROP CONSTRAINT "booking_change_act";--> statement-breakpoint
DROP INDEX "event_type_host";--> statement-breakpoint
ALTER TABLE "event_type" ALTER COLUMN "host_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "tracking" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "source" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "external_url" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "took_place_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "feed_token_hash" text;--> statement-breakpoint
ALTER TABLE "booking_reminder" ADD CONSTRAINT "booking_reminder_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD CONSTRAINT "busy_feed_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_feed_id_busy_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."busy_feed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendly_invitee" ADD CONSTRAINT "calendly_invitee_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_hold" ADD CONSTRAINT "slot_hold_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_hold" ADD CONSTRAINT "slot_hold_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "busy_time_feed" ON "busy_time" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "busy_time_host" ON "busy_time" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "calendly_invitee_booking" ON "calendly_invitee" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "hosting_host" ON "hosting" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "slot_hold_host" ON "slot_hold" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "slot_hold_event_type" ON "slot_hold" USING btree ("event_type_id");--> statement-breakpoint
CREATE INDEX "slot_hold_expires" ON "slot_hold" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "booking_open" ON "booking" USING btree ("host_id") WHERE "booking"."status" = 'confirmed' and "booking"."outcome" is null;--> statement-breakpoint
ALTER TABLE "host" ADD CONSTRAINT "host_feed_token_hash_unique" UNIQUE("feed_token_hash");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_source" CHECK ("booking"."source" in ('own', 'calendly'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_outcome" CHECK ("booking"."outcome" is null or ("booking"."outcome" in ('held', 'no-show') and "booking"."status" = 'confirmed'));--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_act" CHECK ("booking_change"."act" in ('made', 'moved', 'cancelled', 'held', 'no-show', 'unmarked'));