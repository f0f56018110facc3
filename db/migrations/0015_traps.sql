CREATE TABLE "csp_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"page" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "preview_token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"referrer" text,
	"user_agent" text NOT NULL,
	"client" text NOT NULL,
	"minute" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "csp_report_kind" ON "csp_report" USING btree ("day","directive","blocked","page","source");--> statement-breakpoint
CREATE INDEX "csp_report_last" ON "csp_report" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("kind","client","path","minute");--> statement-breakpoint
CREATE INDEX "security_event_at" ON "security_event" USING btree ("at");