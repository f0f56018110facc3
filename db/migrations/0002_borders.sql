-- contract: lists of values become longer; the previous release reads and writes none of the new ones
-- by hand
-- The fold of lib/search-fold.ts. Capitals of Greek and Cyrillic are listed because lower() leaves them in databases with locale C.
CREATE FUNCTION "search_fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT regexp_replace(
		CASE WHEN octet_length($1) = length($1) THEN lower($1)
		ELSE replace(replace(replace(replace(translate(lower(normalize($1, NFKD)),
			'đðəƒǥħıɨĸƙłŋøŧʉƶɓɗςیکÆÐØÞĐĦŁŊŒŦƁƊƏƑƗƘƵǤɄΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҚҢҮҰҲҺӘӨẞ',
			'ddefghiikklnotuzbdσيكædoþdhlnœtbdefikzguαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғҗқңүұҳһәөß'),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END,
		'[\u0001-\u0008\u000e-\u001f\u0021-\u002f\u003a-\u003f\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u2bff\u3001-\u3003\u3008-\u3020\u3030\u30fb\ufe20-\ufe2f\ufeff]', '', 'g')
$$;
--> statement-breakpoint
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
CREATE TABLE "mail_original" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inbound_key" text NOT NULL,
	"message" uuid,
	"read_as" text NOT NULL,
	"from_address" text,
	"subject" text NOT NULL,
	"addresses" text NOT NULL,
	"content" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_original_inbound_key_unique" UNIQUE("inbound_key"),
	CONSTRAINT "mail_original_read_as" CHECK ("mail_original"."read_as" in ('reply', 'report', 'unread'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_pending" (
	"email" text PRIMARY KEY NOT NULL,
	"key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"source" text NOT NULL,
	"replaces" text,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text DEFAULT '1' NOT NULL,
	"consent_page" text,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "newsletter_pending_key_unique" UNIQUE("key"),
	CONSTRAINT "newsletter_pending_email_lower_case" CHECK ("newsletter_pending"."email" = lower("newsletter_pending"."email"))
);
--> statement-breakpoint
CREATE TABLE "prospect_import_change" (
	"import_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"event_id" uuid,
	"fields" jsonb NOT NULL,
	"edited" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "prospect_import_change_import_id_prospect_id_pk" PRIMARY KEY("import_id","prospect_id")
);
--> statement-breakpoint
CREATE TABLE "secret_fingerprint" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_event" DROP CONSTRAINT "message_event_name";--> statement-breakpoint
ALTER TABLE "suppression" DROP CONSTRAINT "suppression_reason";--> statement-breakpoint
ALTER TABLE "sequence_enrollment" DROP CONSTRAINT "sequence_enrollment_reasons";--> statement-breakpoint
ALTER TABLE "company" ALTER COLUMN "name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "domain_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profile" ADD COLUMN "joined_by" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "skipped" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "skipped_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "reader_ends" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD COLUMN "seen" jsonb;--> statement-breakpoint
ALTER TABLE "host" ADD COLUMN "busy_until_read" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD COLUMN "calendar_response" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "regarding" uuid;--> statement-breakpoint
ALTER TABLE "newsletter_subscriber" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "prospect" ADD COLUMN "first_name" text;--> statement-breakpoint
ALTER TABLE "prospect" ADD COLUMN "last_name" text;--> statement-breakpoint
ALTER TABLE "prospect_import" ADD COLUMN "undone" jsonb;--> statement-breakpoint
ALTER TABLE "company_invitation" ADD CONSTRAINT "company_invitation_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitation" ADD CONSTRAINT "company_invitation_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_original" ADD CONSTRAINT "mail_original_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_change" ADD CONSTRAINT "prospect_import_change_import_id_prospect_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."prospect_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_change" ADD CONSTRAINT "prospect_import_change_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_invitation_email" ON "company_invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "company_invitation_inviter" ON "company_invitation" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "mail_original_message" ON "mail_original" USING btree ("message");--> statement-breakpoint
CREATE INDEX "mail_original_at" ON "mail_original" USING btree ("at");--> statement-breakpoint
CREATE INDEX "prospect_import_change_prospect" ON "prospect_import_change" USING btree ("prospect_id");--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_regarding_message_id_fk" FOREIGN KEY ("regarding") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_request_folded" ON "access_request" USING gin (search_fold("email" || ' ' || "company_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profile_folded" ON "profile" USING gin (search_fold(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_folded" ON "user" USING gin (search_fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "booking_folded" ON "booking" USING gin (search_fold("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "message_regarding" ON "message" USING btree ("regarding") WHERE "message"."regarding" is not null;--> statement-breakpoint
CREATE INDEX "suppression_folded" ON "suppression" USING gin (search_fold("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscriber_unconfirmed" ON "newsletter_subscriber" USING btree ("id") WHERE "newsletter_subscriber"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "prospect_folded" ON "prospect" USING gin (search_fold("email" || ' ' || coalesce("name", '') || ' ' || coalesce("company", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "blueprint_folded" ON "blueprint" USING gin (search_fold("company_name") gin_trgm_ops) WHERE "blueprint"."status" = 'completed' and "blueprint"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_confirmed" CHECK ("company"."domain_confirmed_at" is null or "company"."domain" is not null);--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_joined_by" CHECK ("profile"."joined_by" in ('own', 'domain', 'admin', 'invitation'));--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_calendar_response" CHECK ("mail_reply"."calendar_response" in ('accepted', 'declined', 'tentative', 'counter'));--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_refusal" CHECK ("message"."refusal" in ('no_mailbox', 'no_domain', 'disabled', 'rejected', 'mailbox_full', 'restricted', 'server', 'unknown', 'too_large', 'content', 'sender'));--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'copy_failed', 'complained', 'replied', 'auto_replied', 'clicked', 'scanned'));--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_reason" CHECK ("suppression"."reason" in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'rejected', 'complaint', 'admin'));--> statement-breakpoint
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_reasons" CHECK ("sequence_enrollment"."reason" in ('completed', 'goal', 'booking', 'reply', 'purchase', 'activity', 'unsubscribed', 'bounced', 'refused', 'rejected', 'complaint', 'suppressed', 'invalid_address', 'stage', 'merged', 'unproven', 'kept_out', 'by_hand', 'active_goal', 're_entry', 'employee', 'demo'));
--> statement-breakpoint
-- by hand
-- People shared a company because their addresses had one domain, which joined strangers at mail providers. Everyone but its creator
-- gets a company of their own, without the name that the creator typed: a profile that was never saved has no first name, and a
-- draft that was never saved is at version 1. What a person saved stays.
WITH "separated" AS (
	SELECT p."auth_user_id" AS "user_id", c."id" AS "old_id", gen_random_uuid() AS "new_id", c."name" AS "old_name",
		CASE WHEN p."first_name" IS NULL THEN NULL ELSE p."company_name" END AS "own_name"
	FROM "profile" p JOIN "company" c ON c."id" = p."company_id"
	WHERE c."created_by_auth_user_id" IS DISTINCT FROM p."auth_user_id"
), "made" AS (
	INSERT INTO "company" ("id", "name", "created_by_auth_user_id") SELECT "new_id", "own_name", "user_id" FROM "separated"
	RETURNING "id"
), "moved" AS (
	UPDATE "profile" p SET "company_name" = s."own_name", "company_id" = s."new_id"
	FROM "separated" s WHERE p."auth_user_id" = s."user_id"
	RETURNING p."id"
)
UPDATE "blueprint" b SET "company_id" = s."new_id",
	"company_name" = CASE WHEN s."own_name" IS NULL AND b."status" = 'draft' AND b."version" = 1 AND b."company_name" = s."old_name"
		THEN '' ELSE b."company_name" END
FROM "separated" s WHERE b."user_id" = s."user_id" AND b."company_id" = s."old_id";
--> statement-breakpoint
DELETE FROM "company" c WHERE NOT EXISTS (SELECT 1 FROM "profile" p WHERE p."company_id" = c."id");
--> statement-breakpoint
-- No domain is confirmed yet.
UPDATE "company" SET "name" = nullif("name", "domain"), "domain" = NULL WHERE "domain" IS NOT NULL AND "domain_confirmed_at" IS NULL;
--> statement-breakpoint
UPDATE "message_search" SET "text" = search_fold("text") WHERE "text" <> search_fold("text");
