CREATE TABLE "event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"subject_email" text,
	"subject_user_id" uuid,
	"payload" jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL,
	"redacted_at" timestamp with time zone,
	CONSTRAINT "event_subject_email_lower_case" CHECK ("event"."subject_email" = lower("event"."subject_email"))
);
--> statement-breakpoint
CREATE TABLE "event_dead_letter" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_dead_letter_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "event_receipt" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"processed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_receipt_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
ALTER TABLE "event_dead_letter" ADD CONSTRAINT "event_dead_letter_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_receipt" ADD CONSTRAINT "event_receipt_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_name" ON "event" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "event_subject_email" ON "event" USING btree ("subject_email","id");--> statement-breakpoint
CREATE INDEX "event_subject_user" ON "event" USING btree ("subject_user_id","id");--> statement-breakpoint
CREATE INDEX "event_actor_user" ON "event" USING btree ("actor_user_id") WHERE "event"."actor_user_id" is not null;--> statement-breakpoint
CREATE INDEX "event_occurred" ON "event" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "event_dead_letter_event" ON "event_dead_letter" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_receipt_event" ON "event_receipt" USING btree ("event_id");