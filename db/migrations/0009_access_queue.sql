CREATE TABLE "access_block" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" uuid,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "access_block_email_lower_case" CHECK ("access_block"."email" = lower("access_block"."email"))
);
--> statement-breakpoint
ALTER TABLE "access_request" ADD COLUMN "decline_reason" text;--> statement-breakpoint
ALTER TABLE "access_request" ADD COLUMN "decline_note" text;--> statement-breakpoint
ALTER TABLE "wizard_grant" ADD COLUMN "devices_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_block" ADD CONSTRAINT "access_block_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_block" ADD CONSTRAINT "access_block_blocked_by_user_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_block_one_active" ON "access_block" USING btree ("email") WHERE "access_block"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "access_block_user" ON "access_block" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_block_email" ON "access_block" USING btree ("email");--> statement-breakpoint
CREATE INDEX "access_request_list" ON "access_request" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "access_request_list_of_status" ON "access_request" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "access_request_list_by_email" ON "access_request" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "access_request_list_by_company" ON "access_request" USING btree ("company_name","id");--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject","at");