-- What the schema files cannot express. Every statement may run again on a database that already has it.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT IF EXISTS "booking_one_call_at_a_time";
--> statement-breakpoint
-- No host is in two confirmed calls at once, buffers included, whoever writes and however many write at the same moment. What
-- Calendly has booked is told, not asked: it may lie over a call of ours, and only keeps new ones away.
ALTER TABLE "booking" ADD CONSTRAINT "booking_one_call_at_a_time"
  EXCLUDE USING gist ("host_id" WITH =, "blocked" WITH &&) WHERE ("status" = 'confirmed' AND "source" = 'own');
--> statement-breakpoint
ALTER TABLE "booking" DROP CONSTRAINT IF EXISTS "booking_ranges";
--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_ranges" CHECK (
  NOT isempty("during") AND "blocked" @> "during"
  AND lower_inc("during") AND NOT upper_inc("during") AND NOT lower_inf("during") AND NOT upper_inf("during")
  AND lower_inc("blocked") AND NOT upper_inc("blocked") AND NOT lower_inf("blocked") AND NOT upper_inf("blocked")
);
--> statement-breakpoint
-- Room on each page for the claim of a mail, which touches no index (tables of the mail room).
ALTER TABLE "message" SET (fillfactor = 50);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "busy_time_during" ON "busy_time" USING gist ("host_id", "during");
