import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { approveRequest, declineRequest, requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { issueCode, revokeCode } from "#app/features/access/codes/codes.server.ts";
import { blockPerson, unblockPerson } from "#app/features/access/grants/blocks.server.ts";
import { forgiveDevices, restoreGrant, revokeGrant } from "#app/features/access/grants/grants.server.ts";
import { decideMany, reopenRequest, resendCode } from "#app/features/access/requests/decisions.server.ts";
import { accessRequest, wizardGrant } from "#app/features/access/tables.server.ts";
import { userObject } from "#app/features/accounts/audit.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { correctInvoice } from "#app/features/billing/invoices/corrections.server.ts";
import { cancelInvoice, markInvoicePaid, refundInvoice } from "#app/features/billing/invoices/invoices.server.ts";
import { markPaymentChecked } from "#app/features/billing/payments/facts.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import {
  commentOnSection,
  deleteReply,
  markThreadByAdmin,
  replyToSection,
} from "#app/features/full-blueprint/comments/comments.server.ts";
import {
  assignArchitect,
  beginReview,
  completeKickoff,
  publishDrawings,
  restoreVersion,
  saveDrawings,
  withdrawKickoff,
} from "#app/features/full-blueprint/drawing/architect.server.ts";
import { unlockByAdmin } from "#app/features/full-blueprint/unlock.server.ts";
import { retryMessage } from "#app/features/mail/messages/messages.server.ts";
import { addSuppression, liftSuppression } from "#app/features/mail/refusals/suppressions.server.ts";
import { message, suppression } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { createPreviewToken, revokePreviewToken } from "#app/features/security/tokens/preview-tokens.server.ts";
import { roleChanges, roles } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { auditGroups, auditLabel } from "#app/shell/admin/audit/audit-catalog.ts";
import { describeEntries } from "#app/shell/admin/audit/audit-lines.server.ts";
import { namedObjects } from "#app/shell/admin/audit/audit-objects.server.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { as, asAdmin, asAnonymous, asRole } from "#tests/fixtures/actors.ts";
import { type Command, value } from "#tests/fixtures/admin-command.ts";
import { analyticsCommands } from "#tests/fixtures/analytics-commands.ts";
import { bookingCommands } from "#tests/fixtures/booking-commands.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { areaOfCommand } from "#tests/fixtures/command-areas.ts";
import { databaseDigest } from "#tests/fixtures/database-digest.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { funnelCommands } from "#tests/fixtures/funnel-commands.ts";
import { historyCommands } from "#tests/fixtures/history-commands.ts";
import { newsletterCommands } from "#tests/fixtures/newsletter-commands.ts";
import { operationsCommands } from "#tests/fixtures/operations-commands.ts";
import { billTo, invoiceSettings } from "#tests/fixtures/payments.ts";
import { pipelineCommands } from "#tests/fixtures/pipeline-commands.ts";
import { sequencesCommands } from "#tests/fixtures/sequences-commands.ts";
import { userCommands } from "#tests/fixtures/user-commands.ts";
import { webhookCommands } from "#tests/fixtures/webhook-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/*
 * Calls every admin command directly. Endpoints also check for an admin (stranger-matrix.test.ts), but a command must not
 * depend on that. The endpoints come from the API, so a new endpoint without a case fails here.
 */

const { db, ctx } = useDatabase({ jobs: jobDefinitions });
useBookingFixture(ctx);
let people: { user: Ctx; aal1: Ctx; admin: Awaited<ReturnType<typeof asAdmin>> };
beforeEach(async () => {
  useSettings(invoiceSettings);
  people = {
    user: await as(ctx, "user@elsewhere.example"),
    aal1: await asAdmin(ctx, "aal1@gtmarc.example", "aal1"),
    admin: await asAdmin(ctx),
  };
});

const email = "dana@northfield.example";

async function request() {
  await requestAccess(asAnonymous(ctx), AccessRequest.parse({ email, company_name: "Northfield" }));
  return { requestId: (await db.select().from(accessRequest))[0]!.id };
}
async function grant() {
  const { actor } = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: actor.userId, grantedAt: ctx.now });
  return { userId: actor.userId };
}
async function invoice() {
  const dana = await wizardMember(ctx, email);
  value(await startPayment(dana, { blueprintId: await finishedBlueprint(dana) }));
  return { paymentId: (await db.select().from(payment))[0]!.id };
}
async function unlocked() {
  const blueprintId = await finishedBlueprint(await wizardMember(ctx, email));
  value(await unlockByAdmin(ctx, blueprintId));
  return blueprintId;
}
const content = {
  summary: "Read this first.",
  sections: [{ id: "leads-1", title: "Leads", body: "Text", diagram: "HubSpot: in\nSlack: out", automation: null }],
  tasks: [{ id: "task-1", title: "Build it", owner: "Builder", week: 1 }],
};
async function assigned() {
  const blueprintId = await unlocked();
  value(await assignArchitect(ctx, { blueprintId, from: null, architectId: people.admin.actor.userId }));
  return blueprintId;
}
async function drawn() {
  const blueprintId = await assigned();
  value(await saveDrawings(ctx, { blueprintId, version: 1, content }));
  return blueprintId;
}
async function asked() {
  const blueprintId = await drawn();
  value(await publishDrawings(ctx, { blueprintId, version: 2, note: "" }));
  const [row] = await db.select().from(user).where(eq(user.email, email));
  const actor = { ...people.admin.actor, userId: row!.id, email, isAdmin: false, aal: "aal1" as const };
  const dana = { ...ctx, actor };
  const of = { blueprintId, sectionId: "leads-1" };
  const { id: seen } = value(await commentOnSection(dana, { ...of, text: "Which form?" }));
  return { ...of, seen };
}
async function failedMail() {
  await request();
  const [row] = await db.update(message).set({ status: "failed", nextAttemptAt: null }).returning({ id: message.id });
  return row!.id;
}
/** Prepares what the command needs and returns it; by endpoint, or by name if only the command line runs it. */
const commands: Record<string, () => Promise<Command>> = {
  "post /api/admin/access-requests/{requestId}/approval": async () => {
    const of = await request();
    return (who) => approveRequest(who, of);
  },
  "post /api/admin/access-requests/{requestId}/refusal": async () => {
    const of = await request();
    return (who) => declineRequest(who, { ...of, reason: "not_fit" });
  },
  "delete /api/admin/access-requests/{requestId}/refusal": async () => {
    const of = await request();
    value(await declineRequest(ctx, { ...of, reason: "not_fit" }));
    return (who) => reopenRequest(who, of);
  },
  "post /api/admin/access-requests/{requestId}/code": async () => {
    const of = await request();
    value(await approveRequest(ctx, of));
    return (who) => resendCode(who, of);
  },
  "post /api/admin/access-decisions": async () => {
    const { requestId } = await request();
    return (who) => decideMany(who, { decision: "approve", requestIds: [requestId] });
  },
  "delete /api/admin/access-grants/{userId}": async () => {
    const of = await grant();
    return (who) => revokeGrant(who, of);
  },
  "post /api/admin/access-grants/{userId}": async () => {
    const of = await grant();
    value(await revokeGrant(ctx, of));
    return (who) => restoreGrant(who, of);
  },
  "delete /api/admin/access-grants/{userId}/devices": async () => {
    const of = await grant();
    return (who) => forgiveDevices(who, of);
  },
  "post /api/admin/access-blocks": async () => (who) => blockPerson(who, { email, reason: "Shared the code" }),
  "post /api/admin/access-unblockings": async () => {
    value(await blockPerson(ctx, { email, reason: "Shared the code" }));
    return (who) => unblockPerson(who, { email });
  },
  "post /api/admin/payments/{id}/receipt": async () => {
    const of = await invoice();
    return (who) => markInvoicePaid(who, { ...of, reference: "Wire 88" });
  },
  "post /api/admin/payments/{id}/cancellation": async () => {
    const of = await invoice();
    return (who) => cancelInvoice(who, { ...of, reason: "Wrong address" });
  },
  "post /api/admin/payments/{id}/correction": async () => {
    const of = await invoice();
    return (who) => correctInvoice(who, { ...of, from: "INV-2026-0001", billTo });
  },
  "post /api/admin/payments/{id}/check": async () => {
    const of = await invoice();
    await db.update(payment).set({ toCheck: "dispute" }).where(eq(payment.id, of.paymentId));
    return (who) => markPaymentChecked(who, of);
  },
  "post /api/admin/payments/{id}/refund": async () => {
    const of = await invoice();
    value(await markInvoicePaid(ctx, { ...of, reference: "Wire 88" }));
    return (who) => refundInvoice(who, of);
  },
  "post /api/admin/blueprints/{id}/unlock": async () => {
    const id = await finishedBlueprint(await wizardMember(ctx, email));
    return (who) => unlockByAdmin(who, id);
  },
  "put /api/admin/blueprints/{id}/architect": async () => {
    const blueprintId = await unlocked();
    return (who) => assignArchitect(who, { blueprintId, from: null, architectId: people.admin.actor.userId });
  },
  "post /api/admin/blueprints/{id}/kickoff": async () => {
    const blueprintId = await assigned();
    return (who) => completeKickoff(who, blueprintId);
  },
  "delete /api/admin/blueprints/{id}/kickoff": async () => {
    const blueprintId = await assigned();
    value(await completeKickoff(ctx, blueprintId));
    return (who) => withdrawKickoff(who, blueprintId);
  },
  "post /api/admin/blueprints/{id}/review": async () => {
    const blueprintId = await drawn();
    return (who) => beginReview(who, blueprintId);
  },
  "put /api/admin/blueprints/{id}/drawings": async () => {
    const blueprintId = await assigned();
    return (who) => saveDrawings(who, { blueprintId, version: 1, content });
  },
  "post /api/admin/blueprints/{id}/versions": async () => {
    const blueprintId = await drawn();
    return (who) => publishDrawings(who, { blueprintId, version: 2, note: "" });
  },
  "post /api/admin/blueprints/{id}/restorations": async () => {
    const blueprintId = await drawn();
    value(await publishDrawings(ctx, { blueprintId, version: 2, note: "" }));
    return (who) => restoreVersion(who, { blueprintId, number: 1, version: 2 });
  },
  "post /api/admin/blueprints/{id}/comments": async () => {
    const { seen: _, ...of } = await asked();
    return (who) => replyToSection(who, { ...of, text: "The first one." });
  },
  "delete /api/admin/blueprints/{id}/comments/{comment}": async () => {
    const { blueprintId, sectionId } = await asked();
    const { id: commentId } = value(
      await replyToSection(people.admin, { blueprintId, sectionId, text: "The first one." }),
    );
    return (who) => deleteReply(who, { blueprintId, commentId });
  },
  "put /api/admin/blueprints/{id}/threads/{section}": async () => {
    const of = await asked();
    return (who) => markThreadByAdmin(who, { ...of, open: false });
  },
  ...bookingCommands(ctx),
  ...pipelineCommands(ctx),
  ...userCommands(ctx),
  ...operationsCommands(ctx),
  ...webhookCommands(ctx),
  ...sequencesCommands(ctx),
  ...analyticsCommands(ctx),
  ...funnelCommands(ctx),
  ...historyCommands(ctx),
  "post /api/admin/mail/{id}/retry": async () => {
    const id = await failedMail();
    return (who) => retryMessage(who, id);
  },
  "post /api/admin/mail/suppressions": async () => (who) => addSuppression(who, { address: email }),
  "delete /api/admin/mail/suppressions/{id}": async () => {
    value(await addSuppression(ctx, { address: email }));
    const [row] = await db.select().from(suppression).where(eq(suppression.address, email));
    return (who) => liftSuppression(who, row!.id);
  },
  ...newsletterCommands(ctx),
  "access-code issue": async () => (who) => issueCode(who, { email }),
  "access-code revoke": async () => {
    const { id } = value(await issueCode(ctx, { email }));
    return (who) => revokeCode(who, { id });
  },
  "preview-token create": async () => (who) => createPreviewToken(who),
  "preview-token revoke": async () => {
    const { id } = value(await createPreviewToken(ctx));
    return (who) => revokePreviewToken(who, { id });
  },
};

test("every admin endpoint with side effects has a case here", () => {
  const document = apiEndpoints.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } });
  const endpoints = Object.entries(document.paths ?? {})
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, methods]) => Object.keys(methods as object).map((method) => `${method} ${path}`))
    .filter((name) => !name.startsWith("get "));
  expect(
    Object.keys(commands)
      .filter((name) => name.includes(" /api/"))
      .sort(),
  ).toEqual(endpoints.sort());
});

const plain = roles.filter((role) => role !== "owner" && role !== "admin");
test.each(Object.keys(commands))("%s: only roles that change its area can run it", async (name) => {
  const area = areaOfCommand(name);
  const run = await commands[name]!();
  const members = await Promise.all(plain.map((role) => asRole(ctx, role)));
  const before = await databaseDigest(db);
  for (const member of members)
    if (!roleChanges(member.actor.role!, area))
      expect(await run(member), String(member.actor.role)).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await databaseDigest(db)).toEqual(before);
  const able = members.find(({ actor }) => roleChanges(actor.role!, area));
  if (able) expect(await run(able)).toMatchObject({ ok: true });
});

test.each(Object.keys(commands))("%s: not_admin changes nothing, an admin writes one audit entry", async (name) => {
  const run = await commands[name]!();
  const before = await databaseDigest(db);
  for (const who of [asAnonymous(ctx), people.user, people.aal1])
    expect(await run(who)).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await databaseDigest(db)).toEqual(before);

  const earlier = (await db.select().from(auditEntry)).map(({ id }) => id);
  expect(await run(people.admin)).toMatchObject({ ok: true });
  const entries = (await db.select().from(auditEntry)).filter(({ id }) => !earlier.includes(id));
  expect(entries).toHaveLength(1);
  expect(auditGroups.flatMap(({ labels }) => Object.keys(labels))).toContain(entries[0]!.act);
  expect(entries[0]).toMatchObject({ actorKind: "user", actorUserId: people.admin.actor.userId });
  const [line] = await describeEntries(ctx, entries);
  const { object } = auditLabel(entries[0]!.act);
  expect(line!.actor.name).toBe("admin");
  if (namedObjects.has(object) || object === userObject) expect(line!.object.name).not.toBe(object.name);
});
