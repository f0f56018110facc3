CREATE TABLE "access_check_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_check_log_outcome" CHECK ("access_check_log"."outcome" in ('granted', 'denied', 'blocked'))
);
--> statement-breakpoint
CREATE TABLE "access_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"email" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_by" uuid,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"request_id" uuid,
	CONSTRAINT "access_code_hash_unique" UNIQUE("hash"),
	CONSTRAINT "access_code_used_or_revoked" CHECK ("access_code"."used_at" is null or "access_code"."revoked_at" is null),
	CONSTRAINT "access_code_email_lower_case" CHECK ("access_code"."email" = lower("access_code"."email"))
);
--> statement-breakpoint
CREATE TABLE "access_request" (
	"id" uuid PRIMARY KEY NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"email" text NOT NULL,
	"company_name" text NOT NULL,
	"company_website" text,
	"role" text,
	"industry" text,
	"is_consumer_domain" boolean NOT NULL,
	"due_at" timestamp with time zone,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "access_request_status" CHECK ("access_request"."status" in ('pending', 'approved', 'declined')),
	CONSTRAINT "access_request_decided" CHECK (("access_request"."status" = 'pending') = ("access_request"."decided_at" is null)),
	CONSTRAINT "access_request_email_lower_case" CHECK ("access_request"."email" = lower("access_request"."email"))
);
--> statement-breakpoint
CREATE TABLE "wizard_grant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"code_id" uuid
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"domain" text,
	"created_by_auth_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_domain_unique" UNIQUE("domain")
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auth_user_id" uuid NOT NULL,
	"first_name" text,
	"last_name" text,
	"work_email" text NOT NULL,
	"company_id" uuid,
	"company_name" text,
	"title" text,
	"focus_area" text,
	"top_outcome" text,
	"industry" text,
	"estimated_loaded_cost_per_hour" numeric(6, 2) DEFAULT 75 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profile_auth_user_id_unique" UNIQUE("auth_user_id"),
	CONSTRAINT "profile_loaded_cost" CHECK ("profile"."estimated_loaded_cost_per_hour" between 25 and 500)
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"ip_hash" text,
	"user_agent" text,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token"),
	CONSTRAINT "session_aal" CHECK ("session"."aal" in ('aal1', 'aal2'))
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "two_factor_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "two_factor_status" CHECK ("two_factor"."status" in ('pending', 'verified'))
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email"),
	CONSTRAINT "user_email_lower_case" CHECK ("user"."email" = lower("user"."email"))
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "verification_identifier_unique" UNIQUE("identifier")
);
--> statement-breakpoint
CREATE TABLE "analysis" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"model_version" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "analysis_revision" UNIQUE("blueprint_id","revision")
);
--> statement-breakpoint
CREATE TABLE "blueprint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"mode" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"company_website" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"inputs" jsonb NOT NULL,
	"step" text DEFAULT 'profile' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "blueprint_mode" CHECK ("blueprint"."mode" in ('guided', 'quick')),
	CONSTRAINT "blueprint_status" CHECK ("blueprint"."status" in ('draft', 'completed')),
	CONSTRAINT "blueprint_step" CHECK ("blueprint"."step" in ('profile', 'tech-stack', 'processes'))
);
--> statement-breakpoint
CREATE TABLE "availability" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"weekday" smallint NOT NULL,
	"start_minute" smallint NOT NULL,
	"end_minute" smallint NOT NULL,
	CONSTRAINT "availability_opening" UNIQUE("host_id","weekday","start_minute"),
	CONSTRAINT "availability_weekday" CHECK ("availability"."weekday" between 1 and 7),
	CONSTRAINT "availability_minutes" CHECK ("availability"."start_minute" >= 0 and "availability"."start_minute" < "availability"."end_minute" and "availability"."end_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "booking" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"event_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL,
	"blocked" "tstzrange" NOT NULL,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"timezone" text NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"manage_token_hash" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"idempotency_key_hash" text,
	"request_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancellation_reason" text,
	CONSTRAINT "booking_uid_unique" UNIQUE("uid"),
	CONSTRAINT "booking_manage_token_hash_unique" UNIQUE("manage_token_hash"),
	CONSTRAINT "booking_idempotency_key_hash_unique" UNIQUE("idempotency_key_hash"),
	CONSTRAINT "booking_status" CHECK ("booking"."status" in ('confirmed', 'cancelled')),
	CONSTRAINT "booking_cancelled_at" CHECK (("booking"."status" = 'cancelled') = ("booking"."cancelled_at" is not null)),
	CONSTRAINT "booking_email_lower_case" CHECK ("booking"."email" = lower("booking"."email")),
	CONSTRAINT "booking_idempotency" CHECK (("booking"."idempotency_key_hash" is null) = ("booking"."request_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "booking_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"act" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"during" "tstzrange" NOT NULL,
	"sequence" integer NOT NULL,
	"reason" text,
	"actor_user_id" uuid,
	CONSTRAINT "booking_change_act" CHECK ("booking_change"."act" in ('made', 'moved', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "date_override" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"date" date NOT NULL,
	"openings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "date_override_date" UNIQUE("host_id","date")
);
--> statement-breakpoint
CREATE TABLE "event_type" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"host_id" uuid NOT NULL,
	"duration_minutes" integer NOT NULL,
	"buffer_before_minutes" integer DEFAULT 0 NOT NULL,
	"buffer_after_minutes" integer DEFAULT 0 NOT NULL,
	"minimum_notice_minutes" integer DEFAULT 0 NOT NULL,
	"horizon_days" integer NOT NULL,
	"daily_cap" integer,
	"slot_step_minutes" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_type_slug_unique" UNIQUE("slug"),
	CONSTRAINT "event_type_duration" CHECK ("event_type"."duration_minutes" between 5 and 720),
	CONSTRAINT "event_type_buffers" CHECK ("event_type"."buffer_before_minutes" between 0 and 720 and "event_type"."buffer_after_minutes" between 0 and 720),
	CONSTRAINT "event_type_notice" CHECK ("event_type"."minimum_notice_minutes" between 0 and 43200),
	CONSTRAINT "event_type_horizon" CHECK ("event_type"."horizon_days" between 1 and 730),
	CONSTRAINT "event_type_cap" CHECK ("event_type"."daily_cap" > 0),
	CONSTRAINT "event_type_step" CHECK ("event_type"."slot_step_minutes" between 5 and 720)
);
--> statement-breakpoint
CREATE TABLE "host" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"timezone" text NOT NULL,
	"meeting_url" text,
	"observes_holidays" boolean DEFAULT true NOT NULL,
	"follows_settings" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_email_unique" UNIQUE("email"),
	CONSTRAINT "host_email_lower_case" CHECK ("host"."email" = lower("host"."email"))
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reply_to" text,
	"secret" boolean DEFAULT false NOT NULL,
	"message_id" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"locked_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"provider_response" text,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_status" CHECK ("message"."status" in ('queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "message_next_attempt" CHECK (("message"."status" in ('queued', 'sending')) = ("message"."next_attempt_at" is not null)),
	CONSTRAINT "message_lock" CHECK (("message"."status" = 'sending') = ("message"."locked_until" is not null))
);
--> statement-breakpoint
CREATE TABLE "message_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"detail" text,
	CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" uuid,
	"act" text NOT NULL,
	"subject" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_check_log" ADD CONSTRAINT "access_check_log_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_code" ADD CONSTRAINT "access_code_used_by_user_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_code" ADD CONSTRAINT "access_code_request_id_access_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."access_request"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wizard_grant" ADD CONSTRAINT "wizard_grant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wizard_grant" ADD CONSTRAINT "wizard_grant_code_id_access_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."access_code"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_created_by_auth_user_id_user_id_fk" FOREIGN KEY ("created_by_auth_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_auth_user_id_user_id_fk" FOREIGN KEY ("auth_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability" ADD CONSTRAINT "availability_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_actor_user_id_user_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "date_override" ADD CONSTRAINT "date_override_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_type" ADD CONSTRAINT "event_type_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host" ADD CONSTRAINT "host_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_check_log_user" ON "access_check_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "access_check_log_at" ON "access_check_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "access_code_email" ON "access_code" USING btree ("email");--> statement-breakpoint
CREATE INDEX "access_code_request" ON "access_code" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "access_code_used_by" ON "access_code" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "access_request_due" ON "access_request" USING btree ("due_at") WHERE "access_request"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "access_request_email" ON "access_request" USING btree ("email","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_one_pending" ON "access_request" USING btree ("email") WHERE "access_request"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "wizard_grant_one_active" ON "wizard_grant" USING btree ("user_id") WHERE "wizard_grant"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "wizard_grant_user" ON "wizard_grant" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wizard_grant_code" ON "wizard_grant" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_provider" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "company_creator" ON "company" USING btree ("created_by_auth_user_id");--> statement-breakpoint
CREATE INDEX "profile_company" ON "profile" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_value" ON "verification" USING btree ("value");--> statement-breakpoint
CREATE INDEX "verification_expires" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "blueprint_user" ON "blueprint" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "blueprint_company" ON "blueprint" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "blueprint_deleted" ON "blueprint" USING btree ("deleted_at") WHERE "blueprint"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "booking_event_type" ON "booking" USING btree ("event_type_id");--> statement-breakpoint
CREATE INDEX "booking_email" ON "booking" USING btree ("email");--> statement-breakpoint
CREATE INDEX "booking_user" ON "booking" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "booking_created" ON "booking" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "booking_change_booking" ON "booking_change" USING btree ("booking_id","at");--> statement-breakpoint
CREATE INDEX "booking_change_actor" ON "booking_change" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "event_type_host" ON "event_type" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "host_user" ON "host" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree ("next_attempt_at") WHERE "message"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "message_to" ON "message" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "message_event_message" ON "message_event" USING btree ("message","at");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");