-- contract: reports of the previous release miss the changes of the minutes in which it still runs
DROP TRIGGER "analytics_visit_inserted" ON "analytics_visit";--> statement-breakpoint
DROP TRIGGER "analytics_visit_updated" ON "analytics_visit";--> statement-breakpoint
DROP TRIGGER "analytics_visit_deleted" ON "analytics_visit";--> statement-breakpoint
DROP TRIGGER "analytics_visit_truncated" ON "analytics_visit";--> statement-breakpoint
DROP TRIGGER "analytics_view_inserted" ON "analytics_view";--> statement-breakpoint
DROP TRIGGER "analytics_view_updated" ON "analytics_view";--> statement-breakpoint
DROP TRIGGER "analytics_view_deleted" ON "analytics_view";--> statement-breakpoint
DROP TRIGGER "analytics_view_truncated" ON "analytics_view";--> statement-breakpoint
DROP FUNCTION "analytics_day_changed"();--> statement-breakpoint
DELETE FROM "analytics_day_chunk";
