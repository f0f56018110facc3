-- Made by drizzle-kit from the tables. Written by hand: the extensions, the partitions of analytics_hit, and the end of the file.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "access_block" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	"blocked_by" uuid,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "access_block_email_lower_case" CHECK ("access_block"."email" = lower("access_block"."email"))
);
--> statement-breakpoint
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
	"decline_reason" text,
	"decline_note" text,
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
	"devices_from" timestamp with time zone,
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
CREATE TABLE "email_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"new_email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_change_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "email_change_lower_case" CHECK ("email_change"."new_email" = lower("email_change"."new_email"))
);
--> statement-breakpoint
CREATE TABLE "former_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_device_token" UNIQUE("user_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id")
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
CREATE TABLE "recovery_code" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"salt" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_hash" UNIQUE("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"factor_verified_at" timestamp with time zone,
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
	CONSTRAINT "two_factor_user_status" UNIQUE("user_id","status"),
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
	"deletion_due_at" timestamp with time zone,
	"deletion_due_on" date,
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
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
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
CREATE TABLE "narrative" (
	"analysis_id" uuid PRIMARY KEY NOT NULL,
	"paragraphs" jsonb,
	"discarded" text,
	"model" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"kind" text DEFAULT 'analysis' NOT NULL,
	"token_hash" text NOT NULL,
	"revision" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "share_link_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "share_link_kind" CHECK ("share_link"."kind" in ('analysis', 'full-blueprint')),
	CONSTRAINT "share_link_revision" CHECK (("share_link"."kind" = 'analysis') = ("share_link"."revision" is not null))
);
--> statement-breakpoint
CREATE TABLE "analytics_accepted_rule" (
	"rule" smallint PRIMARY KEY NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_annotation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"text" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_day_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_day_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"changes" bigint NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_day_chunk" (
	"day" date PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"columns" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_funnel" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "analytics_funnel_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "analytics_hit" (
	"at" timestamp with time zone NOT NULL,
	"value" double precision,
	"session_id" integer,
	"page_id" integer,
	"type_id" integer,
	"name_id" integer,
	"kind" smallint NOT NULL,
	"detail" jsonb
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "analytics_identity" (
	"session_key" uuid NOT NULL,
	"email" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "analytics_identity_session_key_email_pk" PRIMARY KEY("session_key","email")
);
--> statement-breakpoint
CREATE TABLE "analytics_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"contents" jsonb NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"rejected" integer NOT NULL,
	"rejected_file" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "analytics_imported_day" (
	"import_id" uuid NOT NULL,
	"dimension" smallint NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"visitors" integer NOT NULL,
	"visits" integer NOT NULL,
	"views" integer NOT NULL,
	"bounces" integer NOT NULL,
	"seconds" bigint NOT NULL,
	CONSTRAINT "analytics_imported_day_import_id_dimension_day_name_pk" PRIMARY KEY("import_id","dimension","day","name")
);
--> statement-breakpoint
CREATE TABLE "analytics_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_salt" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_segment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "analytics_segment_name" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "analytics_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"client" bigint,
	"first_at" timestamp with time zone NOT NULL,
	"rule" smallint,
	"admin_user_id" uuid,
	"channel" smallint,
	"device" smallint,
	"referrer_id" integer,
	"source_id" integer,
	"medium_id" integer,
	"campaign_id" integer,
	"browser_id" integer,
	"os_id" integer,
	"screen_id" integer,
	"language_id" integer,
	"timezone_id" integer,
	CONSTRAINT "analytics_session_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "analytics_term" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_term_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	CONSTRAINT "analytics_term_text" UNIQUE("text")
);
--> statement-breakpoint
CREATE TABLE "analytics_view" (
	"at" timestamp with time zone NOT NULL,
	"visit_at" timestamp with time zone,
	"session_id" integer,
	"page_id" integer,
	"seconds" integer,
	"scroll" smallint,
	"lcp" integer,
	"fid" integer,
	"inp" integer,
	"cls" real,
	"fcp" integer,
	"ttfb" integer,
	"rage_clicks" smallint NOT NULL,
	"dead_clicks" smallint NOT NULL,
	"errors" smallint NOT NULL,
	"device" smallint NOT NULL,
	"rule" smallint
);
--> statement-breakpoint
CREATE TABLE "analytics_visit" (
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"session_id" integer NOT NULL,
	"duration_seconds" integer NOT NULL,
	"views" integer NOT NULL,
	"is_bounce" boolean NOT NULL,
	"entry_id" integer,
	"exit_id" integer,
	"page_ids" integer[] NOT NULL,
	"event_ids" integer[] NOT NULL,
	"goal_ids" integer[] NOT NULL,
	"value_usd" numeric(14, 2) NOT NULL,
	"source_id" integer,
	"channel" smallint NOT NULL,
	"device" smallint NOT NULL,
	"rule" smallint,
	"referrer_id" integer,
	"medium_id" integer,
	"campaign_id" integer,
	"browser_id" integer,
	"os_id" integer,
	"screen_id" integer,
	"language_id" integer,
	"timezone_id" integer,
	CONSTRAINT "analytics_visit_session_id_started_at_pk" PRIMARY KEY("session_id","started_at")
);
--> statement-breakpoint
CREATE TABLE "analytics_weekly_reader" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"done_week" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "funnel_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" text,
	"session_key" uuid,
	"user_id" uuid,
	"stage" text NOT NULL,
	"substage" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"value" numeric(14, 2),
	"company_id" uuid,
	"blueprint_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_document" (
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
	"issued_on" date,
	"due_on" date,
	CONSTRAINT "billing_document_number_unique" UNIQUE("number"),
	CONSTRAINT "billing_document_serial" UNIQUE("series","serial"),
	CONSTRAINT "billing_document_kind" CHECK ("billing_document"."kind" in ('invoice', 'credit-note')),
	CONSTRAINT "billing_document_corrects_another" CHECK (("billing_document"."kind" = 'credit-note') = ("billing_document"."corrects_id" is not null)),
	CONSTRAINT "billing_document_amount" CHECK ("billing_document"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "document_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_reminder" (
	"payment_id" uuid NOT NULL,
	"days" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_reminder_payment_id_days_pk" PRIMARY KEY("payment_id","days"),
	CONSTRAINT "invoice_reminder_days" CHECK ("invoice_reminder"."days" in (7, 14))
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
	"paid_on" date,
	"failed_at" timestamp with time zone,
	"expired_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"disputed_at" timestamp with time zone,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp with time zone,
	"surplus" text,
	"bank_reference" text DEFAULT '' NOT NULL,
	"checkout_session_id" text,
	"checkout_url" text,
	"checkout_expires_at" timestamp with time zone,
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
	"occurred_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
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
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tracking" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"meeting_url" text,
	"source" text DEFAULT 'own' NOT NULL,
	"external_url" text,
	"outcome" text,
	"took_place_at" timestamp with time zone,
	"user_id" uuid,
	"blueprint_id" uuid,
	"manage_token_hash" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"idempotency_key_hash" text,
	"request_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	"cancellation_reason" text,
	CONSTRAINT "booking_uid_unique" UNIQUE("uid"),
	CONSTRAINT "booking_manage_token_hash_unique" UNIQUE("manage_token_hash"),
	CONSTRAINT "booking_idempotency_key_hash_unique" UNIQUE("idempotency_key_hash"),
	CONSTRAINT "booking_status" CHECK ("booking"."status" in ('confirmed', 'cancelled')),
	CONSTRAINT "booking_source" CHECK ("booking"."source" in ('own', 'calendly')),
	CONSTRAINT "booking_outcome" CHECK ("booking"."outcome" is null or ("booking"."outcome" in ('held', 'no-show') and "booking"."status" = 'confirmed')),
	CONSTRAINT "booking_canceled_at" CHECK (("booking"."status" = 'cancelled') = ("booking"."canceled_at" is not null)),
	CONSTRAINT "booking_email_lower_case" CHECK ("booking"."email" = lower("booking"."email")),
	CONSTRAINT "booking_idempotency" CHECK (("booking"."idempotency_key_hash" is null) = ("booking"."request_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "booking_change" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"action" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"during" "tstzrange" NOT NULL,
	"sequence" integer NOT NULL,
	"reason" text,
	"actor_user_id" uuid,
	CONSTRAINT "booking_change_action" CHECK ("booking_change"."action" in ('made', 'moved', 'cancelled', 'held', 'no-show', 'unmarked'))
);
--> statement-breakpoint
CREATE TABLE "booking_guest" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_guest_once" UNIQUE("booking_id","email"),
	CONSTRAINT "booking_guest_lower_case" CHECK ("booking_guest"."email" = lower("booking_guest"."email"))
);
--> statement-breakpoint
CREATE TABLE "booking_reminder" (
	"booking_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_reminder_booking_id_kind_starts_at_pk" PRIMARY KEY("booking_id","kind","starts_at"),
	CONSTRAINT "booking_reminder_kind" CHECK ("booking_reminder"."kind" in ('day', 'hour'))
);
--> statement-breakpoint
CREATE TABLE "busy_feed" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host_id" uuid NOT NULL,
	"url" text NOT NULL,
	"attempted_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "busy_feed_url" UNIQUE("host_id","url")
);
--> statement-breakpoint
CREATE TABLE "busy_time" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"during" "tstzrange" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendly_invitee" (
	"uri_hash" text PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL
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
	"duration_minutes" integer NOT NULL,
	"buffer_before_minutes" integer DEFAULT 0 NOT NULL,
	"buffer_after_minutes" integer DEFAULT 0 NOT NULL,
	"minimum_notice_minutes" integer DEFAULT 0 NOT NULL,
	"horizon_days" integer NOT NULL,
	"daily_cap" integer,
	"slot_step_minutes" integer NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
	"active" boolean DEFAULT true NOT NULL,
	"feed_token_hash" text,
	"user_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "host_email_unique" UNIQUE("email"),
	CONSTRAINT "host_feed_token_hash_unique" UNIQUE("feed_token_hash"),
	CONSTRAINT "host_email_lower_case" CHECK ("host"."email" = lower("host"."email"))
);
--> statement-breakpoint
CREATE TABLE "hosting" (
	"event_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	CONSTRAINT "hosting_event_type_id_host_id_pk" PRIMARY KEY("event_type_id","host_id")
);
--> statement-breakpoint
CREATE TABLE "slot_hold" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"event_type_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"blocked" "tstzrange" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slot_hold_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "demo_row" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "demo_row_table_name_key_pk" PRIMARY KEY("table_name","key")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"subject_email" text,
	"subject_user_id" uuid,
	"payload" jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL,
	"redacted_at" timestamp with time zone,
	CONSTRAINT "event_subject_email_lower_case" CHECK ("event"."subject_email" = lower("event"."subject_email"))
);
--> statement-breakpoint
CREATE TABLE "event_dead_letter" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"error" text NOT NULL,
	"attempts" integer,
	"failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_dead_letter_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "event_receipt" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"processed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_receipt_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "completed_task" (
	"blueprint_id" uuid NOT NULL,
	"task_id" text NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "completed_task_blueprint_id_task_id_pk" PRIMARY KEY("blueprint_id","task_id")
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
CREATE TABLE "section_comment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"section_id" text NOT NULL,
	"side" text NOT NULL,
	"author_id" uuid,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"noticed_at" timestamp with time zone,
	CONSTRAINT "section_comment_side" CHECK ("section_comment"."side" in ('client', 'architect'))
);
--> statement-breakpoint
CREATE TABLE "section_thread" (
	"blueprint_id" uuid NOT NULL,
	"section_id" text NOT NULL,
	"title" text NOT NULL,
	"open_since" timestamp with time zone,
	CONSTRAINT "section_thread_blueprint_id_section_id_pk" PRIMARY KEY("blueprint_id","section_id")
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
CREATE TABLE "download_tracking" (
	"id" uuid PRIMARY KEY NOT NULL,
	"download_type" text NOT NULL,
	"session_id" text NOT NULL,
	"file_format" text NOT NULL,
	"tier" text NOT NULL,
	"referrer" text NOT NULL,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "click_consent" (
	"address" text PRIMARY KEY NOT NULL,
	"wording" text NOT NULL,
	"source" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "click_consent_lower_case" CHECK ("click_consent"."address" = lower("click_consent"."address")),
	CONSTRAINT "click_consent_source" CHECK ("click_consent"."source" in ('email-link', 'account'))
);
--> statement-breakpoint
CREATE TABLE "mail_body" (
	"id" uuid PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_hit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" uuid NOT NULL,
	"link" integer,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"client" text NOT NULL,
	"agent" text NOT NULL,
	"request" text NOT NULL,
	"has_language" boolean NOT NULL,
	"verdict" text,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "mail_hit_method" CHECK ("mail_hit"."method" in ('GET', 'HEAD')),
	CONSTRAINT "mail_hit_agent" CHECK ("mail_hit"."agent" in ('browser', 'scanner', 'none')),
	CONSTRAINT "mail_hit_request" CHECK ("mail_hit"."request" in ('navigation', 'preview', 'bare', 'unknown')),
	CONSTRAINT "mail_hit_verdict" CHECK ("mail_hit"."verdict" in ('human', 'scanner'))
);
--> statement-breakpoint
CREATE TABLE "mail_pace" (
	"domain" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "mail_pace_domain_minute_pk" PRIMARY KEY("domain","minute")
);
--> statement-breakpoint
CREATE TABLE "mail_reply" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message" uuid NOT NULL,
	"inbound_key" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"from_address" text,
	"from_name" text,
	"is_from_recipient" boolean NOT NULL,
	"matched_by" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_reply_message_key" UNIQUE("message","inbound_key"),
	CONSTRAINT "mail_reply_kind" CHECK ("mail_reply"."kind" in ('reply', 'out_of_office', 'automatic', 'colleague')),
	CONSTRAINT "mail_reply_matched_by" CHECK ("mail_reply"."matched_by" in ('address', 'references')),
	CONSTRAINT "mail_reply_reason" CHECK (("mail_reply"."kind" = 'reply') = ("mail_reply"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"body" uuid,
	"fill" jsonb,
	"list" text,
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
	"trouble" text,
	"replied_at" timestamp with time zone,
	"links" jsonb,
	"clicked_links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scanner_hits" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_status" CHECK ("message"."status" in ('queued', 'sending', 'sent', 'failed', 'suppressed', 'cancelled')),
	CONSTRAINT "message_trouble_name" CHECK ("message"."trouble" in ('failed', 'suppressed', 'cancelled', 'bounced', 'complained')),
	CONSTRAINT "message_list" CHECK ("message"."list" in ('newsletter', 'outreach')),
	CONSTRAINT "message_fill" CHECK (("message"."body" is null) = ("message"."fill" is null)),
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
	CONSTRAINT "message_event_name" CHECK ("message_event"."name" in ('queued', 'sent', 'retried', 'failed', 'suppressed', 'cancelled', 'requeued', 'delayed', 'delivered', 'bounced', 'complained', 'replied', 'auto_replied', 'clicked', 'scanned'))
);
--> statement-breakpoint
CREATE TABLE "message_search" (
	"message" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"scope" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppression_address_scope" UNIQUE("address","scope"),
	CONSTRAINT "suppression_address_lower_case" CHECK ("suppression"."address" = lower("suppression"."address")),
	CONSTRAINT "suppression_scope" CHECK ("suppression"."scope" in ('newsletter', 'outreach', 'lists')),
	CONSTRAINT "suppression_reason" CHECK ("suppression"."reason" in ('unsubscribed', 'hard-bounce', 'soft-bounces', 'complaint', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issue" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preview" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT 'drawings' NOT NULL,
	"audience" text DEFAULT 'everybody' NOT NULL,
	"per_minute" integer DEFAULT 600 NOT NULL,
	"scheduled_for" timestamp with time zone,
	"started_at" timestamp with time zone,
	"fed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"fed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"mail_body" uuid,
	"published_at" timestamp with time zone,
	"slug" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "newsletter_issue_slug_unique" UNIQUE("slug"),
	CONSTRAINT "newsletter_issue_published" CHECK ("newsletter_issue"."published_at" is null or ("newsletter_issue"."status" = 'sent' and "newsletter_issue"."slug" is not null)),
	CONSTRAINT "newsletter_issue_status" CHECK ("newsletter_issue"."status" in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
	CONSTRAINT "newsletter_issue_scheduled" CHECK ("newsletter_issue"."status" <> 'scheduled' or "newsletter_issue"."scheduled_for" is not null),
	CONSTRAINT "newsletter_issue_started" CHECK ("newsletter_issue"."status" in ('draft', 'scheduled', 'cancelled') or "newsletter_issue"."mail_body" is not null),
	CONSTRAINT "newsletter_issue_pace" CHECK ("newsletter_issue"."per_minute" between 1 and 60000)
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipient" (
	"issue" uuid NOT NULL,
	"subscriber" uuid NOT NULL,
	"message" uuid,
	"skipped_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "newsletter_recipient_issue_subscriber_pk" PRIMARY KEY("issue","subscriber")
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriber" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"is_consumer_domain" boolean NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text DEFAULT '1' NOT NULL,
	"consent_page" text,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	"unsubscribe_key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"topics" text[] DEFAULT '{drawings,training,product}' NOT NULL,
	"frequency" text DEFAULT 'every' NOT NULL,
	"last_issue_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"unsubscribed_by" text,
	CONSTRAINT "newsletter_subscriber_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscriber_unsubscribe_key_unique" UNIQUE("unsubscribe_key"),
	CONSTRAINT "newsletter_subscriber_email_lower_case" CHECK ("newsletter_subscriber"."email" = lower("newsletter_subscriber"."email")),
	CONSTRAINT "newsletter_subscriber_frequency" CHECK ("newsletter_subscriber"."frequency" in ('every', 'quarterly')),
	CONSTRAINT "newsletter_subscriber_unsubscribed" CHECK (("newsletter_subscriber"."unsubscribed_at" is null) = ("newsletter_subscriber"."unsubscribed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "prospect" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"name" text,
	"company" text,
	"domain" text,
	"website" text,
	"role" text,
	"industry" text,
	"employees" integer,
	"source" text,
	"stage" text DEFAULT 'lead' NOT NULL,
	"stage_since" timestamp with time zone NOT NULL,
	"lost_reason" text,
	"lost_note" text,
	"value_cents" bigint,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"signals" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"score" integer DEFAULT 0 NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"last_activity_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"unconfirmed_fields" text[] DEFAULT '{}' NOT NULL,
	"edited_fields" text[] DEFAULT '{}' NOT NULL,
	"owner_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"expected_close" date,
	"version" integer DEFAULT 1 NOT NULL,
	"merged_into" uuid,
	CONSTRAINT "prospect_stage" CHECK ("prospect"."stage" in ('lead', 'new_analysis', 'qualified', 'call_booked', 'proposal', 'won', 'lost')),
	CONSTRAINT "prospect_lost_with_reason" CHECK ("prospect"."lost_reason" is null or "prospect"."stage" = 'lost')
);
--> statement-breakpoint
CREATE TABLE "prospect_address" (
	"email" text PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	CONSTRAINT "prospect_address_lower_case" CHECK ("prospect_address"."email" = lower("prospect_address"."email"))
);
--> statement-breakpoint
CREATE TABLE "prospect_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"content" text,
	"delimiter" text NOT NULL,
	"encoding" text NOT NULL,
	"row_count" integer NOT NULL,
	"status" text DEFAULT 'uploaded' NOT NULL,
	"choices" jsonb,
	"progress" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"rejected_file" text,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "prospect_merge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"moved" jsonb NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	"merged_by" uuid,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "prospect_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prospect_note_mention" (
	"note_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prospect_note_mention_note_id_user_id_pk" PRIMARY KEY("note_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "prospect_stage_change" (
	"prospect_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"from_stage" text,
	"to_stage" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	"reason" text,
	"note" text,
	CONSTRAINT "prospect_stage_change_prospect_id_event_id_pk" PRIMARY KEY("prospect_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "prospect_task" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_on" date,
	"assignee_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prospect_task_reminder" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "prospect_task_reminder_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"owner_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_token_hash" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_user_id" uuid,
	"action" text NOT NULL,
	"subject" text,
	"client" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "csp_report" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"page" text NOT NULL,
	"source" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "preview_token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"rule" text NOT NULL,
	"path" text NOT NULL,
	"referrer" text,
	"user_agent" text NOT NULL,
	"client" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sequence_enrollment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"prospect_id" uuid NOT NULL,
	"origin_id" uuid,
	"goal" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"done" integer DEFAULT 0 NOT NULL,
	"enrolled_at" timestamp with time zone NOT NULL,
	"last_step_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"event_id" uuid,
	"is_automatic" boolean DEFAULT false NOT NULL,
	"since_event" uuid NOT NULL,
	"unsubscribe_key" text NOT NULL,
	CONSTRAINT "sequence_enrollment_unsubscribe_key_unique" UNIQUE("unsubscribe_key"),
	CONSTRAINT "sequence_enrollment_states" CHECK ("sequence_enrollment"."state" in ('active', 'paused', 'finished', 'exited', 'blocked')),
	CONSTRAINT "sequence_enrollment_reasons" CHECK ("sequence_enrollment"."reason" in ('completed', 'goal', 'booking', 'reply', 'purchase', 'activity', 'unsubscribed', 'bounced', 'complaint', 'suppressed', 'invalid_address', 'stage', 'merged', 'unproven', 'kept_out', 'by_hand', 'active_goal', 're_entry', 'employee', 'demo')),
	CONSTRAINT "sequence_enrollment_goals" CHECK ("sequence_enrollment"."goal" in ('access_decided', 'access_granted', 'analysis_created', 'call_booked', 'payment', 'activity')),
	CONSTRAINT "sequence_enrollment_active_is_due" CHECK (("sequence_enrollment"."state" = 'active') = ("sequence_enrollment"."due_at" is not null)),
	CONSTRAINT "sequence_enrollment_ended" CHECK (("sequence_enrollment"."state" in ('active', 'paused')) = ("sequence_enrollment"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sequence_enrollment_step" (
	"enrollment_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"message_id" uuid,
	"counts_clicks" boolean DEFAULT false NOT NULL,
	"bounced_at" timestamp with time zone,
	"clicked_at" timestamp with time zone,
	"replied_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"complained_at" timestamp with time zone,
	CONSTRAINT "sequence_enrollment_step_enrollment_id_step_id_pk" PRIMARY KEY("enrollment_id","step_id"),
	CONSTRAINT "sequence_enrollment_step_outcome" CHECK ("sequence_enrollment_step"."outcome" in ('mail', 'task', 'skipped')),
	CONSTRAINT "sequence_enrollment_step_mail" CHECK (("sequence_enrollment_step"."outcome" = 'mail') = ("sequence_enrollment_step"."message_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "sequence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"is_built_in" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	"is_paused_with_all" boolean DEFAULT false NOT NULL,
	"draft" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sequence_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "sequence_booking" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"first_step" uuid NOT NULL,
	"last_step" uuid NOT NULL,
	"canceled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sequence_step" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"body" uuid
);
--> statement-breakpoint
CREATE TABLE "sequence_version" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid
);
--> statement-breakpoint
CREATE TABLE "training_registration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"company_name" text NOT NULL,
	"company_website" text,
	"role" text,
	"industry" text,
	"training_program" text NOT NULL,
	"is_consumer_domain" boolean NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"consent_version" text DEFAULT '1' NOT NULL,
	"consent_page" text,
	"session_id" text,
	"utm_source" text,
	"utm_medium" text,
	"utm_campaign" text,
	CONSTRAINT "training_registration_email_lower_case" CHECK ("training_registration"."email" = lower("training_registration"."email"))
);
--> statement-breakpoint
CREATE TABLE "webhook_attempt" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text,
	"request_headers" jsonb NOT NULL,
	"response_headers" jsonb NOT NULL,
	"response_body" text,
	"is_truncated" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event_id" uuid,
	"message_id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_delivery_status" CHECK ("webhook_delivery"."status" in ('pending', 'delivered', 'failed', 'canceled')),
	CONSTRAINT "webhook_delivery_kind" CHECK ("webhook_delivery"."kind" in ('event', 'replay', 'test')),
	CONSTRAINT "webhook_delivery_next" CHECK (("webhook_delivery"."status" = 'pending') = ("webhook_delivery"."next_attempt_at" is not null)),
	CONSTRAINT "webhook_delivery_test" CHECK ("webhook_delivery"."kind" = 'test' or "webhook_delivery"."event_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[] NOT NULL,
	"headers" text NOT NULL,
	"header_names" text[] NOT NULL,
	"rate_per_minute" integer,
	"paced_until" timestamp with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp with time zone,
	"secret" text NOT NULL,
	"secret_created_at" timestamp with time zone NOT NULL,
	"previous_secret" text,
	"previous_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_failed_at" timestamp with time zone,
	"last_delivered_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoint_status" CHECK ("webhook_endpoint"."status" in ('active', 'paused', 'disabled')),
	CONSTRAINT "webhook_endpoint_disabled" CHECK (("webhook_endpoint"."status" = 'disabled') = ("webhook_endpoint"."disabled_at" is not null)),
	CONSTRAINT "webhook_endpoint_previous_secret" CHECK (("webhook_endpoint"."previous_secret" is null) = ("webhook_endpoint"."previous_secret_until" is null))
);
--> statement-breakpoint
CREATE TABLE "blueprint" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"company_id" uuid,
	"mode" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"company_website" text DEFAULT '' NOT NULL,
	"role" text DEFAULT '' NOT NULL,
	"inputs" jsonb NOT NULL,
	"assumed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"step" text DEFAULT 'profile' NOT NULL,
	"changed_on" text,
	"call_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "blueprint_mode" CHECK ("blueprint"."mode" in ('guided', 'quick')),
	CONSTRAINT "blueprint_status" CHECK ("blueprint"."status" in ('draft', 'completed')),
	CONSTRAINT "blueprint_step" CHECK ("blueprint"."step" in ('profile', 'tech-stack', 'processes'))
);
--> statement-breakpoint
CREATE TABLE "colleague_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blueprint_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"part" text NOT NULL,
	"place" integer,
	"process_name" text DEFAULT '' NOT NULL,
	"held" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"saved_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "colleague_link_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "colleague_link_part" CHECK ("colleague_link"."part" in ('process', 'stack'))
);
--> statement-breakpoint
ALTER TABLE "access_block" ADD CONSTRAINT "access_block_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_block" ADD CONSTRAINT "access_block_blocked_by_user_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_check_log" ADD CONSTRAINT "access_check_log_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_code" ADD CONSTRAINT "access_code_used_by_user_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_code" ADD CONSTRAINT "access_code_request_id_access_request_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."access_request"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_request" ADD CONSTRAINT "access_request_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wizard_grant" ADD CONSTRAINT "wizard_grant_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wizard_grant" ADD CONSTRAINT "wizard_grant_code_id_access_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."access_code"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company" ADD CONSTRAINT "company_created_by_auth_user_id_user_id_fk" FOREIGN KEY ("created_by_auth_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_address" ADD CONSTRAINT "former_address_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_auth_user_id_user_id_fk" FOREIGN KEY ("auth_user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile" ADD CONSTRAINT "profile_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narrative" ADD CONSTRAINT "narrative_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_imported_day" ADD CONSTRAINT "analytics_imported_day_import_id_analytics_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."analytics_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_view" ADD CONSTRAINT "analytics_view_session_id_analytics_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."analytics_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analytics_visit" ADD CONSTRAINT "analytics_visit_session_id_analytics_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."analytics_session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_document" ADD CONSTRAINT "billing_document_series_document_series_series_fk" FOREIGN KEY ("series") REFERENCES "public"."document_series"("series") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_document" ADD CONSTRAINT "billing_document_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_document" ADD CONSTRAINT "billing_document_corrects" FOREIGN KEY ("corrects_id") REFERENCES "public"."billing_document"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_reminder" ADD CONSTRAINT "invoice_reminder_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_event" ADD CONSTRAINT "stripe_event_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability" ADD CONSTRAINT "availability_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_change" ADD CONSTRAINT "booking_change_actor_user_id_user_id_fk" FOREIGN KEY ("actor_user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_guest" ADD CONSTRAINT "booking_guest_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_reminder" ADD CONSTRAINT "booking_reminder_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_feed" ADD CONSTRAINT "busy_feed_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_feed_id_busy_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."busy_feed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_time" ADD CONSTRAINT "busy_time_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendly_invitee" ADD CONSTRAINT "calendly_invitee_booking_id_booking_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."booking"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "date_override" ADD CONSTRAINT "date_override_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host" ADD CONSTRAINT "host_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hosting" ADD CONSTRAINT "hosting_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_hold" ADD CONSTRAINT "slot_hold_event_type_id_event_type_id_fk" FOREIGN KEY ("event_type_id") REFERENCES "public"."event_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_hold" ADD CONSTRAINT "slot_hold_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_dead_letter" ADD CONSTRAINT "event_dead_letter_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_receipt" ADD CONSTRAINT "event_receipt_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completed_task" ADD CONSTRAINT "completed_task_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_architect_id_user_id_fk" FOREIGN KEY ("architect_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint" ADD CONSTRAINT "full_blueprint_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint_version" ADD CONSTRAINT "full_blueprint_version_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "full_blueprint_version" ADD CONSTRAINT "full_blueprint_version_published_by_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_call" ADD CONSTRAINT "held_call_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_comment" ADD CONSTRAINT "section_comment_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_comment" ADD CONSTRAINT "section_comment_thread" FOREIGN KEY ("blueprint_id","section_id") REFERENCES "public"."section_thread"("blueprint_id","section_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_thread" ADD CONSTRAINT "section_thread_blueprint_id_full_blueprint_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."full_blueprint"("blueprint_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unlock" ADD CONSTRAINT "unlock_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_hit" ADD CONSTRAINT "mail_hit_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_reply" ADD CONSTRAINT "mail_reply_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_body_mail_body_id_fk" FOREIGN KEY ("body") REFERENCES "public"."mail_body"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_event" ADD CONSTRAINT "message_event_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issue" ADD CONSTRAINT "newsletter_issue_mail_body_mail_body_id_fk" FOREIGN KEY ("mail_body") REFERENCES "public"."mail_body"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_issue_newsletter_issue_id_fk" FOREIGN KEY ("issue") REFERENCES "public"."newsletter_issue"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_subscriber_newsletter_subscriber_id_fk" FOREIGN KEY ("subscriber") REFERENCES "public"."newsletter_subscriber"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipient" ADD CONSTRAINT "newsletter_recipient_message_message_id_fk" FOREIGN KEY ("message") REFERENCES "public"."message"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect" ADD CONSTRAINT "prospect_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_address" ADD CONSTRAINT "prospect_address_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_import" ADD CONSTRAINT "prospect_import_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_kept_id_prospect_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_merged_id_prospect_id_fk" FOREIGN KEY ("merged_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_merge" ADD CONSTRAINT "prospect_merge_merged_by_user_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note" ADD CONSTRAINT "prospect_note_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note" ADD CONSTRAINT "prospect_note_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note_mention" ADD CONSTRAINT "prospect_note_mention_note_id_prospect_note_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."prospect_note"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_note_mention" ADD CONSTRAINT "prospect_note_mention_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_stage_change" ADD CONSTRAINT "prospect_stage_change_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD CONSTRAINT "prospect_task_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task" ADD CONSTRAINT "prospect_task_assignee_id_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_task_reminder" ADD CONSTRAINT "prospect_task_reminder_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_user_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_sequence_id_sequence_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_version_id_sequence_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."sequence_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment" ADD CONSTRAINT "sequence_enrollment_origin_id_prospect_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."prospect"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment_step" ADD CONSTRAINT "sequence_enrollment_step_enrollment_id_sequence_enrollment_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."sequence_enrollment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrollment_step" ADD CONSTRAINT "sequence_enrollment_step_step_id_sequence_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_prospect_id_prospect_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospect"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_first_step_sequence_step_id_fk" FOREIGN KEY ("first_step") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_booking" ADD CONSTRAINT "sequence_booking_last_step_sequence_step_id_fk" FOREIGN KEY ("last_step") REFERENCES "public"."sequence_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_version_id_sequence_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."sequence_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_sequence_id_sequence_id_fk" FOREIGN KEY ("sequence_id") REFERENCES "public"."sequence"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_version" ADD CONSTRAINT "sequence_version_published_by_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_webhook_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_delivery"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "colleague_link" ADD CONSTRAINT "colleague_link_blueprint_id_blueprint_id_fk" FOREIGN KEY ("blueprint_id") REFERENCES "public"."blueprint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_block_one_active" ON "access_block" USING btree ("email") WHERE "access_block"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "access_block_user" ON "access_block" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_block_email" ON "access_block" USING btree ("email");--> statement-breakpoint
CREATE INDEX "access_check_log_user" ON "access_check_log" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "access_check_log_at" ON "access_check_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "access_code_email" ON "access_code" USING btree ("email");--> statement-breakpoint
CREATE INDEX "access_code_request" ON "access_code" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "access_code_used_by" ON "access_code" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "access_request_due" ON "access_request" USING btree ("due_at") WHERE "access_request"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "access_request_email" ON "access_request" USING btree ("email","requested_at");--> statement-breakpoint
CREATE INDEX "access_request_list" ON "access_request" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "access_request_list_of_status" ON "access_request" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "access_request_list_by_email" ON "access_request" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "access_request_list_by_company" ON "access_request" USING btree ("company_name","id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_request_one_pending" ON "access_request" USING btree ("email") WHERE "access_request"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "wizard_grant_one_active" ON "wizard_grant" USING btree ("user_id") WHERE "wizard_grant"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "wizard_grant_user" ON "wizard_grant" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wizard_grant_code" ON "wizard_grant" USING btree ("code_id");--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_identity" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "company_creator" ON "company" USING btree ("created_by_auth_user_id");--> statement-breakpoint
CREATE INDEX "former_address_user" ON "former_address" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "profile_company" ON "profile" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "profile_search" ON "profile" USING gin ((coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_deletion_due" ON "user" USING btree ("deletion_due_at") WHERE "user"."deletion_due_at" is not null;--> statement-breakpoint
CREATE INDEX "user_admins" ON "user" USING btree ("id") WHERE "user"."is_admin";--> statement-breakpoint
CREATE INDEX "user_disabled" ON "user" USING btree ("id") WHERE "user"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "user_unconfirmed" ON "user" USING btree ("id") WHERE not "user"."email_verified";--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verification_value" ON "verification" USING btree ("value");--> statement-breakpoint
CREATE INDEX "verification_expires" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "analysis_created" ON "analysis" USING btree ("created_at") WHERE "analysis"."revision" = 1;--> statement-breakpoint
CREATE INDEX "share_link_blueprint" ON "share_link" USING btree ("blueprint_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_link_open" ON "share_link" USING btree ("blueprint_id","kind") WHERE "share_link"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "analytics_annotation_day" ON "analytics_annotation" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_day_change_day" ON "analytics_day_change" USING btree ("day");--> statement-breakpoint
CREATE INDEX "analytics_hit_at" ON "analytics_hit" USING brin ("at");--> statement-breakpoint
CREATE INDEX "analytics_hit_session" ON "analytics_hit" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "analytics_hit_action" ON "analytics_hit" USING btree ("type_id","name_id","at") WHERE kind in (2, 5, 6);--> statement-breakpoint
CREATE INDEX "analytics_identity_email" ON "analytics_identity" USING btree ("email");--> statement-breakpoint
CREATE INDEX "analytics_import_created" ON "analytics_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "analytics_imported_day_read" ON "analytics_imported_day" USING btree ("dimension","day");--> statement-breakpoint
CREATE INDEX "analytics_session_first" ON "analytics_session" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "analytics_session_admin" ON "analytics_session" USING btree ("admin_user_id");--> statement-breakpoint
CREATE INDEX "analytics_view_at" ON "analytics_view" USING btree ("at");--> statement-breakpoint
CREATE INDEX "analytics_view_session" ON "analytics_view" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "analytics_visit_started" ON "analytics_visit" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "funnel_event_stage" ON "funnel_event" USING btree ("stage","substage","occurred_at");--> statement-breakpoint
CREATE INDEX "funnel_event_session" ON "funnel_event" USING btree ("session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "funnel_event_key" ON "funnel_event" USING btree ("session_key");--> statement-breakpoint
CREATE INDEX "funnel_event_user" ON "funnel_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "funnel_event_time" ON "funnel_event" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "billing_document_payment" ON "billing_document" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "billing_document_corrected" ON "billing_document" USING btree ("corrects_id");--> statement-breakpoint
CREATE INDEX "payment_user" ON "payment" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_blueprint" ON "payment" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_one_open_invoice" ON "payment" USING btree ("blueprint_id") WHERE "payment"."method" = 'invoice' and "payment"."status" = 'open';--> statement-breakpoint
CREATE INDEX "stripe_event_payment" ON "stripe_event" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "stripe_event_received" ON "stripe_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "booking_event_type" ON "booking" USING btree ("event_type_id");--> statement-breakpoint
CREATE INDEX "booking_open" ON "booking" USING btree ("host_id") WHERE "booking"."status" = 'confirmed' and "booking"."outcome" is null;--> statement-breakpoint
CREATE INDEX "booking_start" ON "booking" USING btree (lower("during"),"id");--> statement-breakpoint
CREATE INDEX "booking_email" ON "booking" USING btree ("email");--> statement-breakpoint
CREATE INDEX "booking_user" ON "booking" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "booking_blueprint" ON "booking" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "booking_created" ON "booking" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "booking_search" ON "booking" USING gin (("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "booking_change_booking" ON "booking_change" USING btree ("booking_id","at");--> statement-breakpoint
CREATE INDEX "booking_change_actor" ON "booking_change" USING btree ("actor_user_id");--> statement-breakpoint
CREATE INDEX "booking_guest_email" ON "booking_guest" USING btree ("email");--> statement-breakpoint
CREATE INDEX "busy_time_feed" ON "busy_time" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "busy_time_host" ON "busy_time" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "calendly_invitee_booking" ON "calendly_invitee" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "host_user" ON "host" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hosting_host" ON "hosting" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "slot_hold_host" ON "slot_hold" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "slot_hold_event_type" ON "slot_hold" USING btree ("event_type_id");--> statement-breakpoint
CREATE INDEX "slot_hold_expires" ON "slot_hold" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "event_name" ON "event" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "event_subject_email" ON "event" USING btree ("subject_email","id");--> statement-breakpoint
CREATE INDEX "event_timeline" ON "event" USING btree ("subject_email","occurred_at","id");--> statement-breakpoint
CREATE INDEX "event_subject_user" ON "event" USING btree ("subject_user_id","id");--> statement-breakpoint
CREATE INDEX "event_actor_user" ON "event" USING btree ("actor_user_id") WHERE "event"."actor_user_id" is not null;--> statement-breakpoint
CREATE INDEX "event_occurred" ON "event" USING btree ("occurred_at");--> statement-breakpoint
CREATE INDEX "event_dead_letter_event" ON "event_dead_letter" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_dead_letter_failed" ON "event_dead_letter" USING btree ("failed_at","event_id");--> statement-breakpoint
CREATE INDEX "event_receipt_event" ON "event_receipt" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "full_blueprint_architect" ON "full_blueprint" USING btree ("architect_id");--> statement-breakpoint
CREATE INDEX "full_blueprint_saved_by" ON "full_blueprint" USING btree ("saved_by");--> statement-breakpoint
CREATE INDEX "full_blueprint_stage" ON "full_blueprint" USING btree ("stage","requested_at");--> statement-breakpoint
CREATE INDEX "full_blueprint_version_publisher" ON "full_blueprint_version" USING btree ("published_by");--> statement-breakpoint
CREATE INDEX "held_call_user" ON "held_call" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "held_call_email" ON "held_call" USING btree ("email");--> statement-breakpoint
CREATE INDEX "held_call_blueprint" ON "held_call" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "section_comment_thread" ON "section_comment" USING btree ("blueprint_id","section_id","id");--> statement-breakpoint
CREATE INDEX "section_comment_author" ON "section_comment" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "section_comment_unnoticed" ON "section_comment" USING btree ("created_at") WHERE "section_comment"."noticed_at" is null;--> statement-breakpoint
CREATE INDEX "section_thread_open" ON "section_thread" USING btree ("open_since") WHERE "section_thread"."open_since" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "unlock_once" ON "unlock" USING btree ("blueprint_id") WHERE "unlock"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "unlock_blueprint" ON "unlock" USING btree ("blueprint_id");--> statement-breakpoint
CREATE INDEX "download_tracking_type" ON "download_tracking" USING btree ("download_type");--> statement-breakpoint
CREATE INDEX "download_tracking_session" ON "download_tracking" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "mail_hit_message" ON "mail_hit" USING btree ("message","at");--> statement-breakpoint
CREATE INDEX "mail_hit_client" ON "mail_hit" USING btree ("client","at");--> statement-breakpoint
CREATE INDEX "mail_hit_waiting" ON "mail_hit" USING btree ("at") WHERE "mail_hit"."verdict" is null;--> statement-breakpoint
CREATE INDEX "mail_pace_minute" ON "mail_pace" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "mail_reply_from" ON "mail_reply" USING btree ("from_address");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree (("list" is not null),"next_attempt_at") WHERE "message"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "message_to" ON "message" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "message_body" ON "message" USING btree ("body") WHERE "message"."body" is not null;--> statement-breakpoint
CREATE INDEX "message_trouble" ON "message" USING btree ("trouble","id") WHERE "message"."trouble" is not null;--> statement-breakpoint
CREATE INDEX "message_event_message" ON "message_event" USING btree ("message","at");--> statement-breakpoint
CREATE INDEX "message_search_text" ON "message_search" USING gin ("text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_issue_published" ON "newsletter_issue" USING btree ("published_at") WHERE "newsletter_issue"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_issue_open" ON "newsletter_issue" USING btree ("status") WHERE "newsletter_issue"."status" in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "newsletter_recipient_waiting" ON "newsletter_recipient" USING btree ("issue") WHERE "newsletter_recipient"."message" is null and "newsletter_recipient"."skipped_at" is null;--> statement-breakpoint
CREATE INDEX "newsletter_recipient_unsubscribed" ON "newsletter_recipient" USING btree ("issue") WHERE "newsletter_recipient"."unsubscribed_at" is not null;--> statement-breakpoint
CREATE INDEX "newsletter_recipient_message" ON "newsletter_recipient" USING btree ("message");--> statement-breakpoint
CREATE INDEX "newsletter_recipient_subscriber" ON "newsletter_recipient" USING btree ("subscriber");--> statement-breakpoint
CREATE INDEX "prospect_board" ON "prospect" USING btree ("stage","score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_sums" ON "prospect" USING btree ("stage","value_cents") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_score" ON "prospect" USING btree ("score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_activity" ON "prospect" USING btree (coalesce("last_activity_at", "created_at"),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_value" ON "prospect" USING btree (coalesce("value_cents", 0),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_stage_since" ON "prospect" USING btree ("stage_since","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_by_company" ON "prospect" USING btree (lower(coalesce("company", "email")),"id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_owner" ON "prospect" USING btree ("owner_id","stage");--> statement-breakpoint
CREATE INDEX "prospect_domain" ON "prospect" USING btree ("domain","score","id") WHERE "prospect"."merged_into" is null;--> statement-breakpoint
CREATE INDEX "prospect_user" ON "prospect" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prospect_merged_into" ON "prospect" USING btree ("merged_into") WHERE "prospect"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "prospect_tags" ON "prospect" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "prospect_tagged" ON "prospect" USING btree ("score","id") WHERE "prospect"."merged_into" is null and "prospect"."tags" <> '{}';--> statement-breakpoint
CREATE INDEX "prospect_search" ON "prospect" USING gin (("email" || ' ' || coalesce("name", '') || ' ' || coalesce("company", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "prospect_address_prospect" ON "prospect_address" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "prospect_import_created" ON "prospect_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "prospect_merge_kept" ON "prospect_merge" USING btree ("kept_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prospect_merge_once" ON "prospect_merge" USING btree ("merged_id") WHERE "prospect_merge"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "prospect_note_prospect" ON "prospect_note" USING btree ("prospect_id","created_at");--> statement-breakpoint
CREATE INDEX "prospect_note_mention_user" ON "prospect_note_mention" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "prospect_stage_change_at" ON "prospect_stage_change" USING btree ("to_stage","at");--> statement-breakpoint
CREATE INDEX "prospect_task_prospect" ON "prospect_task" USING btree ("prospect_id","due_on");--> statement-breakpoint
CREATE INDEX "prospect_task_assignee" ON "prospect_task" USING btree ("assignee_id","due_on") WHERE "prospect_task"."done_at" is null;--> statement-breakpoint
CREATE INDEX "prospect_task_due" ON "prospect_task" USING btree ("due_on") WHERE "prospect_task"."done_at" is null;--> statement-breakpoint
CREATE INDEX "saved_view_owner" ON "saved_view" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "audit_entry_at" ON "audit_entry" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_user_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entry_server" ON "audit_entry" USING btree ("actor_kind","at","id") WHERE "audit_entry"."actor_user_id" is null;--> statement-breakpoint
CREATE INDEX "audit_entry_actor_action" ON "audit_entry" USING btree ("actor_user_id","action","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "csp_report_kind" ON "csp_report" USING btree ("day","directive","blocked","page","source");--> statement-breakpoint
CREATE INDEX "csp_report_last" ON "csp_report" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("day","kind","client","rule");--> statement-breakpoint
CREATE INDEX "security_event_last" ON "security_event" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_kind" ON "security_event" USING btree ("kind","last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_client" ON "security_event" USING btree ("client","last_at","id");--> statement-breakpoint
CREATE INDEX "security_event_trend" ON "security_event" USING btree ("day","kind","count");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_enrollment_open_goal" ON "sequence_enrollment" USING btree ("prospect_id","goal") WHERE "sequence_enrollment"."state" in ('active', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_enrollment_event" ON "sequence_enrollment" USING btree ("sequence_id","event_id") WHERE "sequence_enrollment"."event_id" is not null;--> statement-breakpoint
CREATE INDEX "sequence_enrollment_due" ON "sequence_enrollment" USING btree ("sequence_id","due_at","id") WHERE "sequence_enrollment"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sequence_enrollment_list" ON "sequence_enrollment" USING btree ("sequence_id","enrolled_at","id");--> statement-breakpoint
CREATE INDEX "sequence_enrollment_state" ON "sequence_enrollment" USING btree ("sequence_id","state","enrolled_at","id");--> statement-breakpoint
CREATE INDEX "sequence_enrollment_prospect" ON "sequence_enrollment" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "sequence_enrollment_origin" ON "sequence_enrollment" USING btree ("origin_id") WHERE "sequence_enrollment"."origin_id" is not null;--> statement-breakpoint
CREATE INDEX "sequence_enrollment_version" ON "sequence_enrollment" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "sequence_enrollment_step_at" ON "sequence_enrollment_step" USING btree ("step_id","at","enrollment_id") WHERE "sequence_enrollment_step"."outcome" = 'mail';--> statement-breakpoint
CREATE INDEX "sequence_enrollment_step_message" ON "sequence_enrollment_step" USING btree ("message_id") WHERE "sequence_enrollment_step"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "sequence_booking_at" ON "sequence_booking" USING btree ("at","booking_id");--> statement-breakpoint
CREATE INDEX "sequence_booking_prospect" ON "sequence_booking" USING btree ("prospect_id");--> statement-breakpoint
CREATE INDEX "sequence_booking_first" ON "sequence_booking" USING btree ("first_step");--> statement-breakpoint
CREATE INDEX "sequence_booking_last" ON "sequence_booking" USING btree ("last_step");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_step_position" ON "sequence_step" USING btree ("version_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_version_number" ON "sequence_version" USING btree ("sequence_id","number");--> statement-breakpoint
CREATE INDEX "sequence_version_publisher" ON "sequence_version" USING btree ("published_by") WHERE "sequence_version"."published_by" is not null;--> statement-breakpoint
CREATE INDEX "training_registration_email" ON "training_registration" USING btree ("email","registered_at");--> statement-breakpoint
CREATE INDEX "webhook_attempt_delivery" ON "webhook_attempt" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_delivery_once" ON "webhook_delivery" USING btree ("endpoint_id","event_id") WHERE "webhook_delivery"."kind" = 'event';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_list" ON "webhook_delivery" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_endpoint" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id","status");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_of_event" ON "webhook_delivery" USING btree ("event_name","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_list_undelivered" ON "webhook_delivery" USING btree ("status","created_at","id") WHERE "webhook_delivery"."status" <> 'delivered';--> statement-breakpoint
CREATE INDEX "webhook_delivery_tests" ON "webhook_delivery" USING btree ("endpoint_id","created_at","id") WHERE "webhook_delivery"."kind" = 'test';--> statement-breakpoint
CREATE INDEX "webhook_delivery_event" ON "webhook_delivery" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "blueprint_user" ON "blueprint" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "blueprint_company" ON "blueprint" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "blueprint_search" ON "blueprint" USING gin ("company_name" gin_trgm_ops) WHERE "blueprint"."status" = 'completed' and "blueprint"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blueprint_deleted" ON "blueprint" USING btree ("deleted_at") WHERE "blueprint"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "colleague_link_blueprint" ON "colleague_link" USING btree ("blueprint_id");--> statement-breakpoint
-- A host has one confirmed call at a time, buffers included. Calls imported from Calendly may overlap.
ALTER TABLE "booking" ADD CONSTRAINT "booking_one_call_at_a_time"
  EXCLUDE USING gist ("host_id" WITH =, "blocked" WITH &&) WHERE ("status" = 'confirmed' AND "source" = 'own');
--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_ranges" CHECK (
  NOT isempty("during") AND "blocked" @> "during"
  AND lower_inc("during") AND NOT upper_inc("during") AND NOT lower_inf("during") AND NOT upper_inf("during")
  AND lower_inc("blocked") AND NOT upper_inc("blocked") AND NOT lower_inf("blocked") AND NOT upper_inf("blocked")
);
--> statement-breakpoint
CREATE INDEX "busy_time_during" ON "busy_time" USING gist ("host_id", "during");
--> statement-breakpoint
-- Parts of an address or a company name are found by their trigrams.
CREATE INDEX "access_request_search" ON "access_request" USING gin ("email" gin_trgm_ops, "company_name" gin_trgm_ops);
--> statement-breakpoint
-- Space on each page for claiming a mail: the update then needs no index entry.
ALTER TABLE "message" SET (fillfactor = 50);
--> statement-breakpoint
-- The columns are compressed already.
ALTER TABLE "analytics_day_chunk" ALTER COLUMN "columns" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Counts the changes of each day. Arguments: the time that decides the day of a row, and its last time.
CREATE FUNCTION "analytics_day_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	source text := CASE TG_OP WHEN 'UPDATE' THEN '(SELECT * FROM removed UNION ALL SELECT * FROM added) AS row'
		WHEN 'DELETE' THEN 'removed' ELSE 'added' END;
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT "day", 1, max("last_at") FROM "public"."analytics_day_change" GROUP BY "day";
	ELSE
		EXECUTE format('INSERT INTO "public"."analytics_day_change" ("day", "changes", "last_at")
			SELECT (%s AT TIME ZONE ''UTC'')::date, 1, max(%s) FROM %s GROUP BY 1', TG_ARGV[0], TG_ARGV[1], source);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_inserted" AFTER INSERT ON "analytics_visit" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_updated" AFTER UPDATE ON "analytics_visit" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_deleted" AFTER DELETE ON "analytics_visit" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('started_at', 'ended_at');
--> statement-breakpoint
CREATE TRIGGER "analytics_visit_truncated" AFTER TRUNCATE ON "analytics_visit"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
--> statement-breakpoint
CREATE TRIGGER "analytics_view_inserted" AFTER INSERT ON "analytics_view" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_updated" AFTER UPDATE ON "analytics_view" REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_deleted" AFTER DELETE ON "analytics_view" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"('coalesce(visit_at, at)', 'at');
--> statement-breakpoint
CREATE TRIGGER "analytics_view_truncated" AFTER TRUNCATE ON "analytics_view"
	FOR EACH STATEMENT EXECUTE FUNCTION "analytics_day_changed"();
