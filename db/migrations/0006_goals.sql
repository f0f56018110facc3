CREATE TABLE "analytics_alert" (
	"user_id" uuid NOT NULL,
	"figure" text NOT NULL,
	"done_day" date NOT NULL,
	CONSTRAINT "analytics_alert_user_id_figure_pk" PRIMARY KEY("user_id","figure")
);
--> statement-breakpoint
CREATE TABLE "analytics_goal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"property" text NOT NULL,
	"property_value" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "analytics_goal_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "analytics_shared_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "analytics_shared_link_token" UNIQUE("token_hash")
);
