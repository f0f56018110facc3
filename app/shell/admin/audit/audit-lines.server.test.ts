import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { billingAudit } from "#app/features/billing/audit.ts";
import { changeProspects } from "#app/features/pipeline/lists/bulk.server.ts";
import { mergeProspects } from "#app/features/pipeline/merging/merging.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { describeEntries } from "./audit-lines.server.ts";

const { db, ctx } = useDatabase();

test("a report of the payment provider names the provider, not a visitor who is not signed in", async () => {
  const detail = { report: "dispute-opened", amount: 49_900, currency: "usd" };
  for (const action of [billingAudit.paymentReported, billingAudit.paymentChecked])
    await writeAuditEntry(asAnonymous(ctx), { action, subject: newId(), detail });
  const lines = await describeEntries(ctx, await db.select().from(auditEntry).orderBy(auditEntry.id));
  expect(lines.map(({ actor, text }) => `${actor.name} ${text}`)).toEqual([
    "Stripe reported a payment",
    "Not signed in marked a payment as checked",
  ]);
});

test("a merge and a change to several prospects name them, at most three", async () => {
  const admin = await asAdmin(ctx);
  const ids: string[] = [];
  const [ada, bea, cai, dana] = ["ada", "bea", "cai", "dana"].map((name) => `${name}@northfield.example`);
  for (const email of [ada, bea, cai, dana]) ids.push(value(await createProspect(admin, { email: email! })).id);
  const [keptId, mergedId] = ids as [string, string];
  value(await changeProspects(admin, { prospectIds: ids, change: { kind: "add_tag", tag: "warm" } }));
  value(await mergeProspects(admin, { keptId, mergedId }));
  const lines = await describeEntries(ctx, await db.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(2));
  expect(lines.map(({ text, object, prospects }) => [text, object.name, prospects])).toEqual([
    ["merged prospects", ada, [bea]],
    ["changed several prospects", "Selection", [ada, bea, cai]],
  ]);
});
