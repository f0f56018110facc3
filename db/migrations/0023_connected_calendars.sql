CREATE TABLE "calendar_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"server" text DEFAULT '' NOT NULL,
	"username" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_account_once" UNIQUE("host_id","kind","server","username"),
	CONSTRAINT "calendar_account_kind" CHECK ("calendar_account"."kind" in ('caldav', 'google', 'microsoft'))
);
--> statement-breakpoint
CREATE TABLE "calendar_busy" (
	"id" uuid PRIMARY KEY NOT NULL,
	"calendar_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_event" (
	"booking_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"ref" text,
	"etag" text,
	"written_sequence" integer,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"gone_at" timestamp with time zone,
	CONSTRAINT "calendar_event_booking_id_calendar_id_pk" PRIMARY KEY("booking_id","calendar_id")
);
--> statement-breakpoint
CREATE TABLE "connected_calendar" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"ref" text NOT NULL,
	"name" text NOT NULL,
	"can_write" boolean NOT NULL,
	"is_checked" boolean DEFAULT false NOT NULL,
	"is_target" boolean DEFAULT false NOT NULL,
	"seen" jsonb,
	"attempted_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"problem" text,
	"failing_since" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"skipped_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "connected_calendar_once" UNIQUE("account_id","ref")
);
--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "calendar_down" text DEFAULT 'busy' NOT NULL;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "calendar_deletion" text DEFAULT 'ask' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_account" ADD CONSTRAINT "calendar_account_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_busy" ADD CONSTRAINT "calendar_busy_calendar_id_connected_calendar_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."connected_calendar"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_busy" ADD CONSTRAINT "calendar_busy_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_event" ADD CONSTRAINT "calendar_event_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_event" ADD CONSTRAINT "calendar_event_calendar_id_connected_calendar_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."connected_calendar"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_calendar" ADD CONSTRAINT "connected_calendar_account_id_calendar_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."calendar_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_calendar" ADD CONSTRAINT "connected_calendar_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_busy_calendar" ON "calendar_busy" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "calendar_busy_host" ON "calendar_busy" USING gist ("host_id","during");--> statement-breakpoint
CREATE INDEX "calendar_event_calendar" ON "calendar_event" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "calendar_event_due" ON "calendar_event" USING btree ("due_at") WHERE "calendar_event"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "calendar_event_gone" ON "calendar_event" USING btree ("gone_at") WHERE "calendar_event"."gone_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "connected_calendar_target" ON "connected_calendar" USING btree ("host_id") WHERE "connected_calendar"."is_target";--> statement-breakpoint
CREATE INDEX "connected_calendar_host" ON "connected_calendar" USING btree ("host_id");--> statement-breakpoint
ALTER TABLE "host" ADD CONSTRAINT "host_calendar_down" CHECK ("host"."calendar_down" in ('busy', 'hours'));--> statement-breakpoint
ALTER TABLE "host" ADD CONSTRAINT "host_calendar_deletion" CHECK ("host"."calendar_deletion" in ('ask', 'cancel'));--> statement-breakpoint
ALTER TABLE "calendar_busy" ADD CONSTRAINT "calendar_busy_range" CHECK (
  NOT isempty("during") AND lower_inc("during") AND NOT upper_inc("during") AND NOT lower_inf("during") AND NOT upper_inf("during")
);
