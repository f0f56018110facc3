CREATE TABLE "mail_words" (
	"message" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_words" ADD CONSTRAINT "mail_words_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_words_search" ON "mail_words" USING gin ("words" gin_trgm_ops);