CREATE TABLE "booking_guest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_guest_once" UNIQUE("booking_id","email"),
	CONSTRAINT "booking_guest_lower_case" CHECK ("booking_guest"."email" = lower("booking_guest"."email"))
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "meeting_url" text;--> statement-breakpoint
ALTER TABLE "booking_guest" ADD CONSTRAINT "booking_guest_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_guest_email" ON "booking_guest" USING btree ("email");