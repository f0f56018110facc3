ALTER TABLE "booking" DROP CONSTRAINT IF EXISTS "booking_one_call_at_a_time";
--> statement-breakpoint
-- No host is in two confirmed calls at once, buffers included, whoever writes and however many write at the same moment. What
-- Calendly has booked is told, not asked: it may lie over a call of ours, and only keeps new ones away.
ALTER TABLE "booking" ADD CONSTRAINT "booking_one_call_at_a_time"
  EXCLUDE USING gist ("host_id" WITH =, "blocked" WITH &&) WHERE ("status" = 'confirmed' AND "source" = 'own');
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "busy_time_during" ON "busy_time" USING gist ("host_id", "during");
--> statement-breakpoint
-- Until now every kind of call had one host.
INSERT INTO "hosting" ("event_type_id", "host_id") SELECT "id", "host_id" FROM "event_type" WHERE "host_id" IS NOT NULL ON CONFLICT DO NOTHING;
