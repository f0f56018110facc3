ALTER TABLE "billing_paper" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "billing_paper" ADD COLUMN "due_on" date;