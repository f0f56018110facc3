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
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'event';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");