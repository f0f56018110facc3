ALTER TABLE "newsletter_issue" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD COLUMN "slug" text;--> statement-breakpoint
CREATE INDEX "newsletter_issue_published" ON "newsletter_issue" USING btree ("published_at") WHERE "newsletter_issue"."published_at" is not null;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_slug_unique" UNIQUE("slug");--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_published" CHECK ("newsletter_issue"."published_at" is null or ("newsletter_issue"."status" = 'sent' and "newsletter_issue"."slug" is not null));