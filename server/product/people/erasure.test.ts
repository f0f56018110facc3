import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { forgetListeners, publish } from "#app/features/events/events.server.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { deleteProspects } from "#app/features/pipeline/removing/removing.server.ts";
import { sampleData } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { writeMailFile } from "#app/platform/mail/mailbox.server.ts";
import { featuresWithPersonalData } from "#app/shell/personal-data.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { columnsContaining } from "#tests/fixtures/columns-containing.ts";
import { insertMarkedRows } from "#tests/fixtures/marked-rows.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx, pool } = useDatabase();
const [email, marker, userId] = ["dana@northfield.example", "quokka-7431", newId()];
const past = new Date(ctx.now.getTime() - dayMs);

/** Values that keep a row valid or make it the person's. */
const overrides = {
  "availability.end_minute": 60,
  ...{ "booking.awaits": null, "booking.pending_end": null, "booking.pay_by": null, "booking.price_cents": null },
  ...{ "booking.outcome": null, "booking.status": "confirmed" },
  "download_tracking.session_id": userId,
  "event_type.duration_minutes": 30,
  "event_type.slot_step_minutes": 30,
  "invoice_reminder.days": 7,
  "mail_reply.reason": null,
  "message.status": "sent",
  "newsletter_subscriber.unsubscribed_at": past,
  "prospect.merged_into": null,
  "prospect.stage": "lost",
  "prospect_import.content": `${email},${marker}`,
  "prospect_import.file_name": `${marker} ${email}`,
  "prospect_merge.moved": JSON.stringify({ addresses: [], noteIds: [], taskIds: [] }),
  "prospect_merge.undone_at": past,
  "sequence_enrollment.due_at": past,
  "sequence_enrollment_step.message_id": null,
  "sequence_enrollment_step.outcome": "task",
  "share_link.revision": 1,
  "user.id": userId,
  "verification.value": userId,
  "webhook_delivery.status": "delivered",
  "webhook_endpoint.previous_secret_until": past,
};

/** Tables of the firm's work, of figures without a person, and of technical facts that expire. */
const firmTables = new Set(
  [
    "api_token busy_feed date_override document_series event_type host newsletter_issue sequence sequence_step",
    "sequence_version webhook_endpoint analytics_alert analytics_annotation analytics_day_chunk analytics_funnel",
    "analytics_goal analytics_hit analytics_hit_all analytics_import analytics_imported_day analytics_progress",
    "analytics_salt analytics_segment analytics_shared_link analytics_sum analytics_summed_span analytics_term",
    "analytics_vital_sum analytics_waiting_hits audit_entry csp_report demo_row event_dead_letter event_receipt",
    "legal_notice mail_body mail_pace preview_token prospect_removal rate_limit secret_fingerprint security_event setting_version",
    "slot_hold stripe_event calendar_account calendar_busy calendar_channel calendar_event connected_calendar",
  ].flatMap((line) => line.split(" ")),
);

/** Columns of a row that stays without the person: codes and keys, the firm's books, and answers of the firm's own systems. */
const keptColumns = [
  ...["billing_document.bill_to", "billing_document.description", "billing_document.number"],
  ...["billing_document.seller", "billing_document.series", "billing_document.tax_note", "booking.uid"],
  ...["calendly_invitee.uri_hash", "booking_link.token_hash", "payment.item"],
  ...["download_tracking.download_type", "download_tracking.file_format", "download_tracking.tier"],
  ...["event.actor_kind", "event.name", "funnel_event.stage", "funnel_event.substage"],
  ...["payment.bank_reference", "payment.checkout_session_id", "payment.checkout_url", "payment.payment_intent_id"],
  ...["payment.surplus", "payment.to_check", "payment_fact.currency", "payment_fact.key", "payment_fact.object_id"],
  ...["payment_fact.payment_intent_id", "payment_fact.reason", "prospect_import.choices", "prospect_import.delimiter"],
  ...["prospect_import.encoding", "prospect_import.status", "prospect_import.undone", "webhook_attempt.error"],
  ...["webhook_attempt.request_headers", "webhook_delivery.event_name", "webhook_delivery.last_error"],
];

beforeEach(() => {
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
  });
  forgetListeners();
  registerListeners();
});

async function fill(more: Record<string, unknown> = {}) {
  for (const table of ["analytics_hit", "analytics_measurement"])
    await pool.query(`create table if not exists ${table}_all partition of ${table} default`);
  await insertMarkedRows(pool, { marker, email, userId, overrides: { ...overrides, ...more } });
}

const unlisted = async () =>
  (await columnsContaining(pool, marker)).filter((column) => !firmTables.has(column.split(".")[0]!));

async function forget() {
  for (const feature of Object.values(featuresWithPersonalData)) await feature.forgetPerson(ctx, { email, userId });
}

test("of a person in every text column of every table, erasure leaves only columns that are listed here", async () => {
  await fill();
  expect((await columnsContaining(pool, marker)).length).toBeGreaterThan(300);
  await forget();
  expect(await unlisted()).toEqual(keptColumns.toSorted());
  expect(await columnsContaining(pool, email)).toEqual(["host.email"]);
});

test("a prospect that keeps another address loses all that is known of the person, also without events", async () => {
  await fill();
  await pool.query("update prospect set user_id = null");
  await pool.query("insert into prospect_address (email, prospect_id) select 'b@other.example', id from prospect");
  await forget();
  const firmsOwn = ["prospect.tags", "prospect_note.body", "prospect_task.origin", "prospect_task.settled_because"];
  expect(await unlisted()).toEqual([...keptColumns, ...firmsOwn, "prospect_task.title"].toSorted());
  const { rows } = await pool.query("select email, domain, stage from prospect");
  expect(rows).toEqual([{ email: "b@other.example", domain: "other.example", stage: "lead" }]);
});

const ownEvents = pipelineEvents as unknown as readonly EventDefinition[];
test.each(ownEvents)("deleting a prospect deletes the event $name about them", async (definition) => {
  registerConsumers({ consumers: [], events: ownEvents });
  const admin = await asAdmin(ctx);
  const { id } = value(await createProspect(admin, { email }));
  const payload = z.decode(definition.payload, { ...sampleData(definition.name), email });
  await inTransaction(ctx, (tx) => publish(tx, definition, payload));
  value(await deleteProspects(admin, { prospectIds: [id] }));
  expect((await pool.query("select name from event")).rows).toEqual([]);
});

test("erasure deletes the files of the person's mails and keeps those of others", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "gtmarc-erasure-"));
  useSettings({ SECRET: "a".repeat(32), DATA_DIR: dataDir });
  const [theirs, other] = [newId(), newId()];
  for (const id of [theirs, other]) await writeMailFile(dataDir, { time: ctx.now, id, content: Buffer.from(marker) });
  await fill({ "message.id": theirs });
  await forget();
  expect(await readdir(join(dataDir, "mailbox"))).toEqual([expect.stringContaining(other)]);
  await rm(dataDir, { recursive: true });
});
