CREATE TABLE "section_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"section_id" text NOT NULL,
	"side" text NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone,
	CONSTRAINT "section_comment_side" CHECK ("section_comment"."side" in ('client', 'architect'))
);
--> statement-breakpoint
CREATE TABLE "section_thread" (
	"blueprint_id" uuid NOT NULL,
	"section_id" text NOT NULL,
	"title" text NOT NULL,
	"open_since" timestamp with time zone,
	CONSTRAINT "section_thread_blueprint_id_section_id_pk" PRIMARY KEY("blueprint_id","section_id")
);
--> statement-breakpoint
DROP INDEX "share_link_open";--> statement-breakpoint
ALTER TABLE "share_link" ALTER COLUMN "revision" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "share_link" ADD COLUMN "kind" text DEFAULT 'analysis' NOT NULL;--> statement-breakpoint
ALTER TABLE "section_comment" ADD CONSTRAINT "section_comment_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_comment" ADD CONSTRAINT "section_comment_thread" FOREIGN KEY ("blueprint_id","section_id") REFERENCES "public"."section_thread"("blueprint_id","section_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_thread" ADD CONSTRAINT "section_thread_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "section_comment_of_thread" ON "section_comment" USING btree ("blueprint_id","section_id","id");--> statement-breakpoint
CREATE INDEX "section_comment_author" ON "section_comment" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "section_comment_unnoticed" ON "section_comment" USING btree ("created_at") WHERE "section_comment"."noticed_at" is null;--> statement-breakpoint
CREATE INDEX "section_thread_open" ON "section_thread" USING btree ("open_since") WHERE "section_thread"."open_since" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_link_open" ON "share_link" USING btree ("blueprint_id","kind") WHERE "share_link"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_kind" CHECK ("share_link"."kind" in ('analysis', 'full-blueprint'));--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_revision" CHECK (("share_link"."kind" = 'analysis') = ("share_link"."revision" is not null));