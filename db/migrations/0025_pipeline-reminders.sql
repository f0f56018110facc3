CREATE TABLE "prospect_note_mention" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prospect_note_mention_note_id_user_id_pk" PRIMARY KEY("note_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "prospect_task_reminder" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prospect_task_reminder_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
DROP INDEX "prospect_domain";--> statement-breakpoint
ALTER TABLE "prospect_note_mention" ADD CONSTRAINT "prospect_note_mention_note_id_prospect_note_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."prospect_note"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note_mention" ADD CONSTRAINT "prospect_note_mention_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task_reminder" ADD CONSTRAINT "prospect_task_reminder_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prospect_note_mention_user" ON "prospect_note_mention" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prospect_task_assignee" ON "prospect_task" USING btree ("assignee_id","due_on") WHERE "prospect_task"."done_at" is null;--> statement-breakpoint
CREATE INDEX "prospect_domain" ON "prospect" USING btree ("domain","score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
ALTER TABLE "prospect_task" DROP COLUMN "reminded_at";