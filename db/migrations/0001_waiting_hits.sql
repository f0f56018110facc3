CREATE TABLE "analytics_waiting_hits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_waiting_hits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery" uuid,
	"hits" integer NOT NULL,
	"rows" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analytics_waiting_hits_delivery" ON "analytics_waiting_hits" USING btree ("delivery") WHERE delivery is not null;