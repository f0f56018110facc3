CREATE TABLE "team_invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "team_invitation_email_unique" UNIQUE("email"),
	CONSTRAINT "team_invitation_lower_case" CHECK ("team_invitation"."email" = lower("team_invitation"."email")),
	CONSTRAINT "team_invitation_role" CHECK ("team_invitation"."role" in ('owner', 'admin', 'sales', 'marketing', 'finance', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "team_invitation" ADD CONSTRAINT "team_invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_invitation_inviter" ON "team_invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "user_team" ON "user" USING btree ("id") WHERE "user"."role" is not null;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_role" CHECK ("user"."role" in ('owner', 'admin', 'sales', 'marketing', 'finance', 'viewer'));--> statement-breakpoint
-- Admins of earlier releases had every right, also over each other (decision 0281).
UPDATE "user" SET "role" = 'owner' WHERE "is_admin";
