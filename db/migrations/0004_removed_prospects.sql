CREATE TABLE "prospect_removal" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"last_event" uuid NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);
