ALTER TABLE "booking" ADD COLUMN "blueprint_id" uuid;--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "changed_on" text;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_blueprint" ON "booking" USING btree ("blueprint_id");