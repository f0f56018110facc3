CREATE TABLE "analytics_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"contents" jsonb NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"rejected" integer NOT NULL,
	"rejected_file" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "analytics_imported_day" (
	"import_id" uuid NOT NULL,
	"dimension" smallint NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"visitors" integer NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	"bounces" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "analytics_imported_day_import_id_dimension_day_name_pk" PRIMARY KEY("import_id","dimension","day","name")
);
--> statement-breakpoint
CREATE TABLE "analytics_weekly_reader" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"done_week" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_token_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "analytics_imported_day" ADD CONSTRAINT "analytics_imported_day_import_id_analytics_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."analytics_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_import_created" ON "analytics_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_imported_day_read" ON "analytics_imported_day" USING btree ("dimension","day");