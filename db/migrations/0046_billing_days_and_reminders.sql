CREATE TABLE "invoice_reminder" (
	"payment_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_reminder_payment_id_days_pk" PRIMARY KEY("payment_id","days"),
	CONSTRAINT "invoice_reminder_days" CHECK ("invoice_reminder"."days" in (7, 14))
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "deletion_due_on" date;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "invoice_reminder" ADD CONSTRAINT "invoice_reminder_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE cascade ON UPDATE no action;