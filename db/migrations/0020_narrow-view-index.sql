-- contract: the previous release reads the same rows with the new indexes
DROP INDEX "analytics_session_admin";--> statement-breakpoint
DROP INDEX "analytics_view_at";--> statement-breakpoint
CREATE INDEX "analytics_session_admin" ON "analytics_session" USING btree ("admin_user_id") WHERE admin_user_id is not null;--> statement-breakpoint
CREATE INDEX "analytics_view_at" ON "analytics_view" USING brin ("at" timestamptz_minmax_multi_ops) WITH (pages_per_range=16,autosummarize=true);