CREATE TABLE "billing_paper" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"corrects_id" uuid,
	"amount_cents" integer NOT NULL,
	"bill_to" jsonb NOT NULL,
	"seller" jsonb NOT NULL,
	"description" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "billing_paper_number_unique" UNIQUE("number"),
	CONSTRAINT "billing_paper_serial" UNIQUE("series","serial"),
	CONSTRAINT "billing_paper_kind" CHECK ("billing_paper"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "billing_paper_corrects_another" CHECK (("billing_paper"."kind" = 'credit-note') = ("billing_paper"."corrects_id" is not null)),
	CONSTRAINT "billing_paper_amount" CHECK ("billing_paper"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "paper_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"blueprint_id" uuid,
	"method" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"amount_cents" integer NOT NULL,
	"email" text NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"processing_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"expired_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"disputed_at" timestamp with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp with time zone,
	"surplus" text,
	"bank_reference" text DEFAULT '' NOT NULL,
	"checkout_session_id" text,
	"checkout_url" text,
	"checkout_ends_at" timestamp with time zone,
	"payment_intent_id" text,
	CONSTRAINT "payment_checkout_session_id_unique" UNIQUE("checkout_session_id"),
	CONSTRAINT "payment_payment_intent_id_unique" UNIQUE("payment_intent_id"),
	CONSTRAINT "payment_method" CHECK ("payment"."method" in ('stripe', 'invoice')),
	CONSTRAINT "payment_status" CHECK ("payment"."status" in ('open', 'processing', 'paid', 'refunded', 'cancelled', 'failed', 'expired')),
	CONSTRAINT "payment_amount" CHECK ("payment"."amount_cents" > 0),
	CONSTRAINT "payment_refund" CHECK ("payment"."refunded_cents" between 0 and "payment"."amount_cents"),
	CONSTRAINT "payment_email_lower_case" CHECK ("payment"."email" = lower("payment"."email"))
);
--> statement-breakpoint
CREATE TABLE "stripe_event" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"outcome" text NOT NULL,
	"payment_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "full_blueprint" (
	"blueprint_id" uuid PRIMARY KEY NOT NULL,
	"stage" text DEFAULT 'requested' NOT NULL,
	"architect_id" uuid,
	"requested_at" timestamp with time zone NOT NULL,
	"assigned_at" timestamp with time zone,
	"kickoff_at" timestamp with time zone,
	"review_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"draft" jsonb NOT NULL,
	"draft_version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid,
	CONSTRAINT "full_blueprint_stage_name" CHECK ("full_blueprint"."stage" in ('requested', 'assigned', 'in-review', 'published'))
);
--> statement-breakpoint
CREATE TABLE "full_blueprint_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid,
	CONSTRAINT "full_blueprint_version_number" UNIQUE("blueprint_id","number")
);
--> statement-breakpoint
CREATE TABLE "held_call" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"blueprint_id" uuid,
	CONSTRAINT "held_call_email_lower_case" CHECK ("held_call"."email" = lower("held_call"."email"))
);
--> statement-breakpoint
CREATE TABLE "task_tick" (
	"blueprint_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "task_tick_blueprint_id_task_id_pk" PRIMARY KEY("blueprint_id","task_id")
);
--> statement-breakpoint
CREATE TABLE "unlock" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"unlocked_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "unlock_method" CHECK ("unlock"."method" in ('call', 'payment', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "call_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_paper" ADD CONSTRAINT "billing_paper_series_paper_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."paper_series"("series") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_paper" ADD CONSTRAINT "billing_paper_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_paper" ADD CONSTRAINT "billing_paper_corrects" FOREIGN KEY ("corrects_id") REFERENCES "public"."billing_paper"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_event" ADD CONSTRAINT "stripe_event_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_architect_id_user_id_fk" FOREIGN KEY ("architect_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint_version" ADD CONSTRAINT "full_blueprint_version_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint_version" ADD CONSTRAINT "full_blueprint_version_published_by_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tick" ADD CONSTRAINT "task_tick_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlock" ADD CONSTRAINT "unlock_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_paper_payment" ON "billing_paper" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "billing_paper_corrected" ON "billing_paper" USING btree ("corrects_id");--> statement-breakpoint
CREATE INDEX "payment_user" ON "payment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_blueprint" ON "payment" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_open_invoice" ON "payment" USING btree ("blueprint_id") WHERE "payment"."method" = 'invoice' and "payment"."status" = 'open';--> statement-breakpoint
CREATE INDEX "stripe_event_payment" ON "stripe_event" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "stripe_event_received" ON "stripe_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "full_blueprint_architect" ON "full_blueprint" USING btree ("architect_id");--> statement-breakpoint
CREATE INDEX "full_blueprint_saved_by" ON "full_blueprint" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "full_blueprint_stage" ON "full_blueprint" USING btree ("stage","requested_at");--> statement-breakpoint
CREATE INDEX "full_blueprint_version_publisher" ON "full_blueprint_version" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "held_call_user" ON "held_call" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "held_call_email" ON "held_call" USING btree ("email");--> statement-breakpoint
CREATE INDEX "held_call_blueprint" ON "held_call" USING btree ("blueprint_id");--> statement-breakpoint
CREATE UNIQUE INDEX "unlock_once" ON "unlock" USING btree ("blueprint_id") WHERE "unlock"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "unlock_blueprint" ON "unlock" USING btree ("blueprint_id");