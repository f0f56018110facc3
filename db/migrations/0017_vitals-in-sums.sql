-- contract: no release has sums of days yet
DROP TABLE "analytics_vital_sum";--> statement-breakpoint
DELETE FROM "analytics_sum";--> statement-breakpoint
DELETE FROM "analytics_summed_span";
