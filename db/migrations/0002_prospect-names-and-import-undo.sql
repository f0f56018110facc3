CREATE TABLE "prospect_import_change" (
	"import_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"event_id" uuid,
	"fields" jsonb NOT NULL,
	"edited" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "prospect_import_change_import_id_prospect_id_pk" PRIMARY KEY("import_id","prospect_id")
);
--> statement-breakpoint
ALTER TABLE "prospect" ADD COLUMN "first_name" text;--> statement-breakpoint
ALTER TABLE "prospect" ADD COLUMN "last_name" text;--> statement-breakpoint
ALTER TABLE "prospect_import" ADD COLUMN "undone" jsonb;--> statement-breakpoint
ALTER TABLE "prospect_import_change" ADD CONSTRAINT "prospect_import_change_import_id_prospect_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."prospect_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import_change" ADD CONSTRAINT "prospect_import_change_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prospect_import_change_prospect" ON "prospect_import_change" USING btree ("prospect_id");