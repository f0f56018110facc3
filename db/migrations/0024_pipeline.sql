CREATE TABLE "prospect" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"name" text,
	"company" text,
	"domain" text,
	"website" text,
	"role" text,
	"industry" text,
	"employees" integer,
	"source" text,
	"stage" text DEFAULT 'lead' NOT NULL,
	"stage_since" timestamp with time zone NOT NULL,
	"lost_reason" text,
	"value_cents" bigint,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"signals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"last_activity_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"edited_fields" text[] DEFAULT '{}' NOT NULL,
	"owner_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"expected_close" date,
	"version" integer DEFAULT 1 NOT NULL,
	"merged_into" uuid,
	CONSTRAINT "prospect_stage" CHECK ("prospect"."stage" in ('lead', 'new_analysis', 'qualified', 'call_booked', 'proposal', 'won', 'lost')),
	CONSTRAINT "prospect_lost_with_reason" CHECK ("prospect"."lost_reason" is null or "prospect"."stage" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "prospect_address" (
	"email" text PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	CONSTRAINT "prospect_address_lower_case" CHECK ("prospect_address"."email" = lower("prospect_address"."email"))
);
--> statement-breakpoint
CREATE TABLE "prospect_merge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"moved" jsonb NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"merged_by" uuid,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "prospect_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prospect_stage_change" (
	"prospect_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"from_stage" text,
	"to_stage" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	"reason" text,
	CONSTRAINT "prospect_stage_change_prospect_id_event_id_pk" PRIMARY KEY("prospect_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "prospect_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_on" date,
	"assignee_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_address" ADD CONSTRAINT "prospect_address_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_kept_id_prospect_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_merged_id_prospect_id_fk" FOREIGN KEY ("merged_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_merged_by_user_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note" ADD CONSTRAINT "prospect_note_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note" ADD CONSTRAINT "prospect_note_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_stage_change" ADD CONSTRAINT "prospect_stage_change_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD CONSTRAINT "prospect_task_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD CONSTRAINT "prospect_task_assignee_id_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prospect_board" ON "prospect" USING btree ("stage","score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_score" ON "prospect" USING btree ("score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_activity" ON "prospect" USING btree (coalesce("last_activity_at", "created_at"),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_value" ON "prospect" USING btree (coalesce("value_cents", 0),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_stage_since" ON "prospect" USING btree ("stage_since","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_company" ON "prospect" USING btree (lower(coalesce("company", "email")),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_owner" ON "prospect" USING btree ("owner_id","stage");--> statement-breakpoint
CREATE INDEX "prospect_domain" ON "prospect" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "prospect_user" ON "prospect" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prospect_merged_into" ON "prospect" USING btree ("merged_into") WHERE "prospect"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "prospect_tags" ON "prospect" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "prospect_search" ON "prospect" USING gin (("email" || ' ' || coalesce("name", '') || ' ' || coalesce("company", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "prospect_address_prospect" ON "prospect_address" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "prospect_merge_kept" ON "prospect_merge" USING btree ("kept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prospect_merge_once" ON "prospect_merge" USING btree ("merged_id") WHERE "prospect_merge"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "prospect_note_of" ON "prospect_note" USING btree ("prospect_id","created_at");--> statement-breakpoint
CREATE INDEX "prospect_stage_change_at" ON "prospect_stage_change" USING btree ("to_stage","at");--> statement-breakpoint
CREATE INDEX "prospect_task_of" ON "prospect_task" USING btree ("prospect_id","due_on");--> statement-breakpoint
CREATE INDEX "prospect_task_due" ON "prospect_task" USING btree ("due_on") WHERE "prospect_task"."done_at" is null;--> statement-breakpoint
CREATE INDEX "event_timeline" ON "event" USING btree ("subject_email","occurred_at","id");