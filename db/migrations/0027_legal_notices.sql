CREATE TABLE "legal_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"version" integer NOT NULL,
	"effective_on" date NOT NULL,
	"subject" text NOT NULL,
	"mail_body" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "legal_notice_once" UNIQUE("document","version","effective_on")
);
--> statement-breakpoint
CREATE TABLE "legal_notice_mail" (
	"notice" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message" uuid,
	CONSTRAINT "legal_notice_mail_notice_user_id_pk" PRIMARY KEY("notice","user_id")
);
--> statement-breakpoint
ALTER TABLE "legal_notice_mail" ADD CONSTRAINT "legal_notice_mail_notice_legal_notice_id_fk" FOREIGN KEY ("notice") REFERENCES "public"."legal_notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_notice_mail" ADD CONSTRAINT "legal_notice_mail_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_notice_mail_user" ON "legal_notice_mail" USING btree ("user_id");