ALTER TABLE "event_type" DROP CONSTRAINT "event_type_host_id_host_id_fk";
--> statement-breakpoint
ALTER TABLE "event_type" DROP COLUMN "host_id";