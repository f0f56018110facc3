ALTER TABLE "calendar_event" DROP CONSTRAINT "calendar_event_pkey";--> statement-breakpoint
ALTER TABLE "calendar_event" ADD CONSTRAINT "calendar_event_booking_id_calendar_id_pk" PRIMARY KEY("booking_id","calendar_id");
