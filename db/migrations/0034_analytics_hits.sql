CREATE TABLE "analytics_accepted_rule" (
	"rule" smallint PRIMARY KEY NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_hit" (
	"at" timestamp with time zone NOT NULL,
	"value" double precision,
	"session_id" integer,
	"page_id" integer,
	"type_id" integer,
	"name_id" integer,
	"kind" smallint NOT NULL,
	"detail" jsonb
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "analytics_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"client" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"rule" smallint,
	"admin_user_id" uuid,
	"channel" smallint,
	"device" smallint,
	"referrer_id" integer,
	"source_id" integer,
	"medium_id" integer,
	"campaign_id" integer,
	"browser_id" integer,
	"os_id" integer,
	"screen_id" integer,
	"language_id" integer,
	"timezone_id" integer,
	CONSTRAINT "analytics_session_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "analytics_term" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_term_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	CONSTRAINT "analytics_term_text" UNIQUE("text")
);
--> statement-breakpoint
CREATE TABLE "analytics_visit" (
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"session_id" integer NOT NULL,
	"duration_seconds" integer NOT NULL,
	"views" integer NOT NULL,
	"is_bounce" boolean NOT NULL,
	"entry_id" integer,
	"exit_id" integer,
	"page_ids" integer[] NOT NULL,
	"event_ids" integer[] NOT NULL,
	"goal_ids" integer[] NOT NULL,
	"value_usd" numeric(14, 2) NOT NULL,
	"source_id" integer,
	"channel" smallint NOT NULL,
	"device" smallint NOT NULL,
	"rule" smallint,
	CONSTRAINT "analytics_visit_session_id_started_at_pk" PRIMARY KEY("session_id","started_at")
);
--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD CONSTRAINT "analytics_visit_session_id_analytics_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."analytics_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_hit_at" ON "analytics_hit" USING brin ("at");--> statement-breakpoint
CREATE INDEX "analytics_hit_session" ON "analytics_hit" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "analytics_session_first" ON "analytics_session" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "analytics_session_admin" ON "analytics_session" USING btree ("admin_user_id");--> statement-breakpoint
CREATE INDEX "analytics_visit_started" ON "analytics_visit" USING btree ("started_at");