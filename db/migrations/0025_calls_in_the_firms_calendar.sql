CREATE TABLE "blocked_time" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "is_refund_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event_type" ADD COLUMN "refund_hours" integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE "blocked_time" ADD CONSTRAINT "blocked_time_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_time_host" ON "blocked_time" USING gist ("host_id","during");--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_refund_hours" CHECK ("event_type"."refund_hours" between 0 and 720);