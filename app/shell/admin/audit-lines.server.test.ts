import { expect, test } from "vitest";
import { billingAudit } from "#app/features/billing/audit.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
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
