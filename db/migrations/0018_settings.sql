CREATE TABLE "setting_version" (
	"version" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_version_version_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"value" text,
	"is_encrypted" boolean DEFAULT false NOT NULL,
	"changed_by_kind" text NOT NULL,
	"changed_by_user_id" uuid,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "setting_version_name" ON "setting_version" USING btree ("name","version");