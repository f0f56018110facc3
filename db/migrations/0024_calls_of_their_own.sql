-- contract: lists of values become longer and new columns are limited; the previous release writes none of the new values
CREATE TABLE "booking_cohost" (
	"booking_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"blocked" "tstzrange",
	CONSTRAINT "booking_cohost_booking_id_host_id_pk" PRIMARY KEY("booking_id","host_id")
);
--> statement-breakpoint
CREATE TABLE "booking_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_type_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"booking_id" uuid,
	CONSTRAINT "booking_link_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "slot_hold" DROP CONSTRAINT "slot_hold_token_hash_unique";--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT "booking_status";--> statement-breakpoint
ALTER TABLE "booking_change" DROP CONSTRAINT "booking_change_action";--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "booking_id" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "item" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "awaits" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "awaits_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "pending_end" text;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "pay_by" text;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "host_choice" text DEFAULT 'round-robin' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "audience" text DEFAULT 'anyone' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "needs_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "price_cents" integer;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "pay_by" text DEFAULT 'checkout' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "change_limit_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "reminders" jsonb DEFAULT '{"day":"","hour":""}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "hosting" ADD COLUMN "weight" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_cohost" ADD CONSTRAINT "booking_cohost_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_cohost" ADD CONSTRAINT "booking_cohost_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_link" ADD CONSTRAINT "booking_link_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_link" ADD CONSTRAINT "booking_link_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_cohost_host" ON "booking_cohost" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "booking_link_event_type" ON "booking_link" USING btree ("event_type_id","created_at");--> statement-breakpoint
CREATE INDEX "booking_link_booking" ON "booking_link" USING btree ("booking_id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_booking" ON "payment" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "booking_pending" ON "booking" USING btree ("awaits_until") WHERE "booking"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "slot_hold" ADD CONSTRAINT "slot_hold_once" UNIQUE("token_hash","host_id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_awaits" CHECK (("booking"."status" = 'pending') = ("booking"."awaits" is not null));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_awaited" CHECK ("booking"."awaits" is null or ("booking"."awaits" in ('payment', 'host') and "booking"."awaits_until" is not null));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_pending_end" CHECK ("booking"."pending_end" is null or ("booking"."pending_end" in ('declined', 'expired', 'unpaid') and "booking"."status" = 'cancelled'));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_price" CHECK (("booking"."price_cents" is null and "booking"."pay_by" is null) or ("booking"."price_cents" > 0 and "booking"."pay_by" in ('checkout', 'invoice')));--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_status" CHECK ("booking"."status" in ('pending', 'confirmed', 'cancelled'));--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_action" CHECK ("booking_change"."action" in ('requested', 'made', 'moved', 'cancelled', 'held', 'no-show', 'unmarked'));--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_host_choice" CHECK ("event_type"."host_choice" in ('round-robin', 'collective', 'invitee'));--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_audience" CHECK ("event_type"."audience" in ('anyone', 'clients', 'link'));--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_price" CHECK ("event_type"."price_cents" > 0);--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_pay_by" CHECK ("event_type"."pay_by" in ('checkout', 'invoice'));--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_change_limit" CHECK ("event_type"."change_limit_hours" between 0 and 720);--> statement-breakpoint
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_weight" CHECK ("hosting"."weight" between 1 and 10);--> statement-breakpoint
-- A host has one pending or confirmed call at a time, also as a further host of a call.
ALTER TABLE "booking" DROP CONSTRAINT "booking_one_call_at_a_time";--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_one_call_at_a_time"
  EXCLUDE USING gist ("host_id" WITH =, "blocked" WITH &&) WHERE ("status" <> 'cancelled' AND "source" = 'own');
--> statement-breakpoint
ALTER TABLE "booking_cohost" ADD CONSTRAINT "booking_cohost_one_call_at_a_time"
  EXCLUDE USING gist ("host_id" WITH =, "blocked" WITH &&);
