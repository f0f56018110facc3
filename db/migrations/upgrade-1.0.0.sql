-- Run once, in one transaction, on a database that the 51 migrations before version 1.0.0 made (decision 0226).
ALTER TABLE "billing_paper" RENAME TO "billing_document";
ALTER TABLE "paper_series" RENAME TO "document_series";
ALTER TABLE "sequence_enrolment" RENAME TO "sequence_enrollment";
ALTER TABLE "sequence_enrolment_step" RENAME TO "sequence_enrollment_step";
ALTER TABLE "sequence_enrollment_step" RENAME COLUMN "enrolment_id" TO "enrollment_id";
ALTER TABLE "mail_words" RENAME TO "message_search";
ALTER TABLE "message_search" RENAME COLUMN "words" TO "text";
ALTER TABLE "task_tick" RENAME TO "completed_task";
ALTER TABLE "audit_entry" RENAME COLUMN "act" TO "action";
ALTER TABLE "blueprint" RENAME COLUMN "call_asked_at" TO "call_requested_at";
ALTER TABLE "booking" RENAME COLUMN "cancelled_at" TO "canceled_at";
ALTER TABLE "booking_change" RENAME COLUMN "act" TO "action";
ALTER TABLE "busy_feed" RENAME COLUMN "tried_at" TO "attempted_at";
ALTER TABLE "newsletter_recipient" RENAME COLUMN "left_at" TO "unsubscribed_at";
ALTER TABLE "newsletter_subscriber" RENAME COLUMN "left_at" TO "unsubscribed_at";
ALTER TABLE "newsletter_subscriber" RENAME COLUMN "left_by" TO "unsubscribed_by";
ALTER TABLE "newsletter_subscriber" RENAME COLUMN "leave_key" TO "unsubscribe_key";
ALTER TABLE "payment" RENAME COLUMN "cancelled_at" TO "canceled_at";
ALTER TABLE "payment" RENAME COLUMN "checkout_ends_at" TO "checkout_expires_at";
ALTER TABLE "sequence_booking" RENAME COLUMN "cancelled_at" TO "canceled_at";
ALTER TABLE "sequence_enrollment" RENAME COLUMN "leave_key" TO "unsubscribe_key";
ALTER TABLE "stripe_event" RENAME COLUMN "happened_at" TO "occurred_at";
ALTER TABLE "webhook_attempt" RENAME COLUMN "is_cut" TO "is_truncated";
UPDATE "demo_row" SET "table_name" = CASE "table_name"
	WHEN 'billing_paper' THEN 'billing_document' WHEN 'paper_series' THEN 'document_series' WHEN 'task_tick' THEN 'completed_task'
	WHEN 'mail_words' THEN 'message_search' ELSE replace("table_name", 'enrolment', 'enrollment') END;
-- Constraints and indexes are named after their table and columns.
DO $$
DECLARE
	renamed CONSTANT text[] := ARRAY[
		'billing_paper', 'billing_document', 'paper_series', 'document_series', '^access_request_words$', 'access_request_search',
		'sequence_enrolment', 'sequence_enrollment', 'enrolment_id', 'enrollment_id', '^mail_words_search$', 'message_search_text',
		'^mail_words_words_', 'message_search_text_', '^mail_words_', 'message_search_', '^task_tick_', 'completed_task_',
		'^(audit_entry_actor|audit_entry|booking_change)_act(_not_null)?$', '\1_action\2', '_cancelled_at', '_canceled_at',
		'^newsletter_(recipient|subscriber)_left$', 'newsletter_\1_unsubscribed', '_leave_key', '_unsubscribe_key',
		'_happened_at', '_occurred_at', '_is_cut', '_is_truncated', '^prospect_(note|task)_of$', 'prospect_\1_prospect',
		'^section_comment_of_thread$', 'section_comment_thread'
	];
	item record;
	name text;
BEGIN
	FOR item IN
		SELECT conname AS name, format('ALTER TABLE %s RENAME CONSTRAINT %I TO ', conrelid::regclass, conname) AS command
			FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL
		SELECT relname, format('ALTER INDEX %I RENAME TO ', relname)
			FROM pg_class WHERE relkind IN ('i', 'I') AND relnamespace = 'public'::regnamespace
			AND oid NOT IN (SELECT conindid FROM pg_constraint)
	LOOP
		name := item.name;
		FOR number IN 1..array_length(renamed, 1) BY 2 LOOP
			name := regexp_replace(name, renamed[number], renamed[number + 1], 'g');
		END LOOP;
		IF name <> item.name THEN
			EXECUTE item.command || quote_ident(name);
		END IF;
	END LOOP;
END $$;
