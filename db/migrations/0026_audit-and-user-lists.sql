DROP INDEX "audit_entry_at";--> statement-breakpoint
DROP INDEX "audit_entry_subject";--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "client" text;--> statement-breakpoint
CREATE INDEX "profile_search" ON "profile" USING gin ((coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_admins" ON "user" USING btree ("id") WHERE "user"."is_admin";--> statement-breakpoint
CREATE INDEX "user_disabled" ON "user" USING btree ("id") WHERE "user"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "user_unconfirmed" ON "user" USING btree ("id") WHERE not "user"."email_verified";--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_entry_act" ON "audit_entry" USING btree ("act","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor_act" ON "audit_entry" USING btree ("actor_user_id","act","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject","at","id");