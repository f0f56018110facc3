CREATE TABLE "company_invitation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_invitation_once" UNIQUE("company_id","email"),
	CONSTRAINT "company_invitation_lower_case" CHECK ("company_invitation"."email" = lower("company_invitation"."email"))
);
--> statement-breakpoint
ALTER TABLE "company" DROP CONSTRAINT "company_domain_unique";--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "domain_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "joined_by" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_invitation" ADD CONSTRAINT "company_invitation_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitation" ADD CONSTRAINT "company_invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_invitation_email" ON "company_invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "company_invitation_inviter" ON "company_invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE UNIQUE INDEX "company_confirmed_domain" ON "company" USING btree ("domain") WHERE "company"."domain_confirmed_at" is not null;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_confirmed" CHECK ("company"."domain_confirmed_at" is null or "company"."domain" is not null);--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_joined_by" CHECK ("profile"."joined_by" in ('own', 'domain', 'admin', 'invitation'));--> statement-breakpoint
-- by hand
-- People shared a company because their addresses had one domain, which joined strangers at mail providers. Everyone but its creator
-- gets a company of their own, without the name that the creator typed: a profile that was never saved has no first name, and a
-- draft that was never saved is at version 1. What a person saved stays.
WITH "separated" AS (
	SELECT p."auth_user_id" AS "user_id", c."id" AS "old_id", gen_random_uuid() AS "new_id", c."name" AS "old_name", c."domain",
		CASE WHEN p."first_name" IS NULL THEN NULL ELSE p."company_name" END AS "own_name"
	FROM "profile" p JOIN "company" c ON c."id" = p."company_id"
	WHERE c."created_by_auth_user_id" IS DISTINCT FROM p."auth_user_id"
), "made" AS (
	INSERT INTO "company" ("id", "name", "domain", "created_by_auth_user_id")
	SELECT "new_id", coalesce("own_name", "domain"), "domain", "user_id" FROM "separated" WHERE coalesce("own_name", "domain") IS NOT NULL
	RETURNING "id"
), "moved" AS (
	UPDATE "profile" p SET "company_name" = s."own_name",
		"company_id" = CASE WHEN coalesce(s."own_name", s."domain") IS NULL THEN NULL ELSE s."new_id" END
	FROM "separated" s WHERE p."auth_user_id" = s."user_id"
	RETURNING p."id"
)
UPDATE "blueprint" b SET "company_id" = CASE WHEN coalesce(s."own_name", s."domain") IS NULL THEN NULL ELSE s."new_id" END,
	"company_name" = CASE WHEN s."own_name" IS NULL AND b."status" = 'draft' AND b."version" = 1 AND b."company_name" = s."old_name"
		THEN '' ELSE b."company_name" END
FROM "separated" s WHERE b."user_id" = s."user_id" AND b."company_id" = s."old_id";
--> statement-breakpoint
DELETE FROM "company" c WHERE NOT EXISTS (SELECT 1 FROM "profile" p WHERE p."company_id" = c."id");
