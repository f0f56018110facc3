DROP INDEX "webhook_delivery_list_of_endpoint";--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_event" ON "webhook_delivery" USING btree ("event_name","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_undelivered" ON "webhook_delivery" USING btree ("status","created_at","id") WHERE "webhook_delivery"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id","status");