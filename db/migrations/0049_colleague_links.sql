CREATE TABLE "colleague_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"part" text NOT NULL,
	"place" integer,
	"process_name" text DEFAULT '' NOT NULL,
	"held" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "colleague_link_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "colleague_link_part" CHECK ("colleague_link"."part" in ('process', 'stack'))
);
--> statement-breakpoint
ALTER TABLE "colleague_link" ADD CONSTRAINT "colleague_link_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "colleague_link_blueprint" ON "colleague_link" USING btree ("blueprint_id");