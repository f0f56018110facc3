import { beforeEach, expect, test } from "vitest";
import { deliverDueMail } from "#app/features/mail/sending/delivery.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import type { ListQuery } from "#app/lib/addresses/list-query.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { approveRequest, declineRequest, requestAccess } from "../access.server.ts";
import { AccessRequest } from "../access.ts";
import { issueCode, redeemCode } from "../codes/codes.server.ts";
import { countAccess } from "../counts.server.ts";
import { blockPerson, unblockPerson } from "../grants/blocks.server.ts";
import {
  checkAccess,
  forgiveDevices,
  hasWizardAccess,
  readAccess,
  restoreGrant,
  revokeGrant,
} from "../grants/grants.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { accessBlock, accessCheckLog, accessCode, accessRequest, wizardGrant } from "../tables.server.ts";
import { decideMany, reopenRequest, resendCode } from "./decisions.server.ts";
import { listRequests } from "./queue.server.ts";
import type { RequestFilter, RequestSort } from "./queue.ts";
import { readRequestFile } from "./request-file.server.ts";

const { db, ctx } = useDatabase();
const email = "dana@northfield.example";
beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), ACCESS_CODE_DELAY_BUSINESS_DAYS: 4, COMPANY_TIMEZONE: "America/New_York" });
});

async function ask(address = email, company = "Northfield", at = ctx) {
  await requestAccess(
    { ...asAnonymous(at), now: at.now },
    AccessRequest.parse({ email: address, company_name: company }),
  );
  const rows = await db.select().from(accessRequest);
  return rows
    .filter((row) => row.email === address)
    .sort((one, two) => one.requestedAt.getTime() - two.requestedAt.getTime())
    .at(-1)!.id;
}
const mailed = async () => {
  const texts = (await db.select().from(message).orderBy(message.id)).filter(({ kind }) => kind === "access-code");
  return texts.map(({ text }) => /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "");
};
const deliver = (at: typeof ctx) =>
  deliverDueMail(at, {
    mailer: {
      send: async () => ({ outcome: "accepted", answer: "250 OK" }),
      ...{ parallel: 1, isClosing: () => false, check: async () => null, close: () => {} },
    },
  });
const statusOfDecline = async () =>
  (await db.select().from(message)).find(({ kind }) => kind === "access-declined")?.status;
const redeem = (who: Parameters<typeof redeemCode>[0], code: string) =>
  redeemCode(who, { code, address: "203.0.113.7" });
const list = async (
  who: typeof ctx,
  query: Partial<ListQuery<RequestSort>> & { filter?: RequestFilter } = {},
  size?: number,
) => {
  const result = await listRequests(
    who,
    { search: "", sort: { key: "requested", direction: "desc" }, after: null, before: null, filter: "all", ...query },
    size,
  );
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

test("the queue shows the state of every request", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const requestId = await ask();
  const state = async (at = admin) => (await list(at)).rows[0]!.state;
  expect(await state()).toBe("waiting");
  await approveRequest(admin, { requestId });
  expect(await state()).toBe("code_sent");
  expect(await state(later(admin, { days: 31 }))).toBe("code_expired");
  await redeem(dana, (await mailed())[0]!);
  expect(await state()).toBe("has_access");
  await revokeGrant(admin, { userId: dana.actor.userId });
  expect(await state()).toBe("access_ended");
  await restoreGrant(admin, { userId: dana.actor.userId });
  expect(await state()).toBe("has_access");
});

const issued = async (at: typeof ctx) => {
  const made = await issueCode(at, { email });
  if (!made.ok) throw new Error(made.reason.kind);
  return made.value.code;
};

test("a request that a code from before it answered shows the access of its person, and no second code is mailed", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const code = await issued(admin);
  const requestId = await ask(email, "Northfield", later(ctx, { seconds: 1 }));
  expect(await redeem(later(dana, { seconds: 2 }), code)).toMatchObject({ ok: true });
  const states = async () => {
    const file = await readRequestFile(admin, requestId);
    return [(await list(admin)).rows[0]!.state, file.ok && file.value.state];
  };
  expect(await states()).toEqual(["has_access", "has_access"]);
  expect(await resendCode(admin, { requestId })).toEqual({ ok: false, reason: { kind: "has_access" } });
  await revokeGrant(admin, { userId: dana.actor.userId });
  expect(await states()).toEqual(["access_ended", "access_ended"]);
  expect(await resendCode(admin, { requestId })).toEqual({ ok: false, reason: { kind: "already_used" } });
  expect(await mailed()).toEqual([]);
});

test("so does a request that an older request's code answered, and one with an unused code beside the redeemed one", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const beside = await issued(admin);
  const first = await ask();
  await approveRequest(later(admin, { seconds: 1 }), { requestId: first });
  const second = await ask(email, "Northfield", later(ctx, { days: 2 }));
  const states = async () => (await list(admin)).rows.map(({ state }) => state);
  expect(await states()).toEqual(["waiting", "code_sent"]);
  expect(await redeem(later(dana, { days: 3 }), beside)).toMatchObject({ ok: true });
  expect(await states()).toEqual(["has_access", "has_access"]);
  for (const requestId of [first, second])
    expect(await resendCode(later(admin, { days: 3 }), { requestId })).toEqual({
      ok: false,
      reason: { kind: "has_access" },
    });
  expect(await mailed()).toHaveLength(1);
});

test("the history names the admin who answered a request with a code, and a code that was not emailed", async () => {
  const admin = await asAdmin(ctx);
  const requestId = await ask();
  await issued(later(admin, { seconds: 1 }));
  const file = await readRequestFile(later(admin, { seconds: 2 }), requestId);
  expect(file.ok && file.value.history.map(({ what, by }) => [what, by])).toEqual([
    ["Requested access", null],
    ["Approved", "admin@gtmarc.example"],
    ["Code created manually", null],
  ]);
});

test("filters, search and sort order apply, and pattern characters are no wildcards", async () => {
  const admin = await asAdmin(ctx);
  await ask("a@zeta.example", "Zeta", ctx);
  await ask("b@gmail.com", "Alpha 100% Ltd", later(ctx, { seconds: 1 }));
  const declined = await ask("c@mid.example", "Mid", later(ctx, { seconds: 2 }));
  await declineRequest(admin, { requestId: declined, reason: "unclear" });
  const emails = async (query: Parameters<typeof list>[1]) => (await list(admin, query)).rows.map((row) => row.email);
  expect(await emails({})).toEqual(["c@mid.example", "b@gmail.com", "a@zeta.example"]);
  expect(await emails({ filter: "waiting" })).toEqual(["b@gmail.com", "a@zeta.example"]);
  expect(await emails({ filter: "person" })).toEqual(["b@gmail.com"]);
  expect(await emails({ filter: "declined" })).toEqual(["c@mid.example"]);
  expect(await emails({ filter: "approved" })).toEqual([]);
  expect(await emails({ sort: { key: "company", direction: "asc" } })).toEqual([
    "b@gmail.com",
    "c@mid.example",
    "a@zeta.example",
  ]);
  expect(await emails({ search: "ZETA" })).toEqual(["a@zeta.example"]);
  expect(await emails({ search: "100%" })).toEqual(["b@gmail.com"]);
  expect(await emails({ search: "%" })).toEqual([]);
  expect(await emails({ search: "_" })).toEqual([]);
});

test("pages link to the next and previous page", async () => {
  const admin = await asAdmin(ctx);
  for (let n = 0; n < 5; n += 1) await ask(`p${n}@northfield.example`, "Northfield", later(ctx, { seconds: n }));
  const first = await list(admin, {}, 2);
  expect(first.rows.map((row) => row.email)).toEqual(["p4@northfield.example", "p3@northfield.example"]);
  const second = await list(admin, { after: first.next }, 2);
  expect(second.rows.map((row) => row.email)).toEqual(["p2@northfield.example", "p1@northfield.example"]);
  expect((await list(admin, { before: second.previous }, 2)).rows).toEqual(first.rows);
});

test("a declined request can be reopened, waits for an admin, and can then be approved", async () => {
  const admin = await asAdmin(ctx);
  const requestId = await ask();
  expect(await reopenRequest(admin, { requestId })).toEqual({ ok: false, reason: { kind: "not_declined" } });
  await declineRequest(admin, { requestId, reason: "private_address", note: "Write from your firm." });
  const [mail] = (await db.select().from(message)).filter(({ kind }) => kind === "access-declined");
  expect(mail?.text).toContain("it came from a personal address");
  expect(mail?.text).toContain("Write from your firm.");
  await deliver(later(admin, { seconds: 31 }));
  expect(await statusOfDecline()).toBe("sent");
  expect(await reopenRequest(admin, { requestId })).toEqual({ ok: true, value: { isMailWithdrawn: false } });
  expect((await list(admin)).rows[0]).toMatchObject({ state: "waiting", dueAt: null });
  expect(await approveRequest(admin, { requestId })).toEqual({ ok: true, value: undefined });
});

test("a decline that is undone within its hold sends no mail and keeps the due date", async () => {
  const admin = await asAdmin(ctx);
  const requestId = await ask();
  const before = (await list(admin)).rows[0];
  expect(before?.dueAt).toBeInstanceOf(Date);
  await declineRequest(admin, { requestId, reason: "unclear" });
  await deliver(later(admin, { seconds: 29 }));
  expect(await statusOfDecline()).toBe("queued");
  expect(await reopenRequest(later(admin, { seconds: 29 }), { requestId })).toEqual({
    ok: true,
    value: { isMailWithdrawn: true },
  });
  expect((await list(admin)).rows[0]).toEqual(before);
  await deliver(later(admin, { days: 1 }));
  expect(await statusOfDecline()).toBe("cancelled");
});

test("a declined request cannot be reopened while the same address has another pending request", async () => {
  const admin = await asAdmin(ctx);
  const first = await ask();
  await declineRequest(admin, { requestId: first, reason: "unclear" });
  await ask(email, "Northfield", later(ctx, { days: 2 }));
  expect(await reopenRequest(admin, { requestId: first })).toEqual({ ok: false, reason: { kind: "other_pending" } });
});

test("a resent code works and revokes the previous one", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const requestId = await ask();
  expect(await resendCode(admin, { requestId })).toEqual({ ok: false, reason: { kind: "not_approved" } });
  await approveRequest(admin, { requestId });
  expect(await resendCode(admin, { requestId })).toMatchObject({ ok: true });
  const [old, fresh] = await mailed();
  expect(await redeem(dana, old!)).toEqual({ ok: false, reason: { kind: "unknown_code" } });
  expect(await redeem(dana, fresh!)).toMatchObject({ ok: true });
  expect(await resendCode(admin, { requestId })).toEqual({ ok: false, reason: { kind: "has_access" } });
});

test("a bulk decision reports each refused request and decides the others", async () => {
  const admin = await asAdmin(ctx);
  const ids = [await ask("a@x.example"), await ask("b@x.example"), await ask("c@x.example")];
  await approveRequest(admin, { requestId: ids[1]! });
  expect(await decideMany(admin, { decision: "approve", requestIds: [...ids, ids[0]!, newId()] })).toMatchObject({
    ok: true,
    value: {
      done: [ids[0], ids[2]],
      refused: [{ requestId: ids[1], reason: "already_decided" }, { reason: "not_found" }],
    },
  });
  expect(await mailed()).toHaveLength(3);
  expect(await decideMany(admin, { decision: "approve", requestIds: Array(201).fill(ids[0]) })).toEqual({
    ok: false,
    reason: { kind: "too_many_at_once" },
  });
});

test("a block denies access at once despite a grant, and lifting it restores access", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const made = await issueCode(admin, { email });
  await redeem(dana, made.ok ? made.value.code : "");
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(true);
  expect(await blockPerson(admin, { email, reason: "shares the account" })).toMatchObject({ ok: true });
  expect(await readAccess(dana, dana.actor.userId)).toEqual({ hasAccess: false, blocked: true, reason: "blocked" });
  expect(await blockPerson(admin, { email, reason: "again" })).toEqual({
    ok: false,
    reason: { kind: "already_blocked" },
  });
  expect(await unblockPerson(admin, { email })).toEqual({ ok: true, value: undefined });
  expect(await unblockPerson(admin, { email })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await hasWizardAccess(dana, dana.actor.userId)).toBe(true);
});

test("a block of an address without an account prevents timed approval and redemption", async () => {
  const admin = await asAdmin(ctx);
  await blockPerson(admin, { email, reason: "competitor" });
  await ask();
  expect((await list(admin)).rows[0]).toMatchObject({ dueAt: null, isBlocked: true });
  const dana = await as(ctx, email);
  const made = await issueCode(admin, { email });
  expect(await redeem(dana, made.ok ? made.value.code : "")).toEqual({ ok: false, reason: { kind: "blocked" } });
});

test("an admin is never blocked", async () => {
  const admin = await asAdmin(ctx);
  expect(await blockPerson(admin, { email: admin.actor.email, reason: "x" })).toEqual({
    ok: false,
    reason: { kind: "is_admin" },
  });
});

test("devices before a reset no longer count, and new devices do", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: dana.actor.userId, grantedAt: ctx.now });
  const check = (n: number, at = dana) =>
    checkAccess(at, { userId: dana.actor.userId, fingerprint: `f${n}`, userAgent: "" });
  for (let n = 0; n < 6; n += 1) await check(n);
  expect(await check(5)).toMatchObject({ value: { reason: "too_many_devices" } });
  const then = later(admin, { seconds: 1 });
  expect(await forgiveDevices(then, { userId: dana.actor.userId })).toEqual({ ok: true, value: undefined });
  const after = later(dana, { seconds: 2 });
  for (let n = 0; n < 5; n += 1) expect(await check(n, after)).toMatchObject({ value: { hasAccess: true } });
  expect(await check(9, after)).toMatchObject({ value: { reason: "too_many_devices" } });
});

test("restoring access is refused for a user who has it or never had it", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const userId = dana.actor.userId;
  expect(await restoreGrant(admin, { userId })).toEqual({ ok: false, reason: { kind: "not_found" } });
  await db.insert(wizardGrant).values({ userId, grantedAt: ctx.now });
  expect(await restoreGrant(admin, { userId })).toEqual({ ok: false, reason: { kind: "has_access" } });
});

test("the request's history lists every change and its author", async () => {
  const admin = await asAdmin(ctx);
  const requestId = await ask();
  const dana = await as(ctx, email);
  const at = (seconds: number) => later(admin, { seconds });
  await declineRequest(at(1), { requestId, reason: "unclear", note: "Who are you?" });
  await reopenRequest(at(2), { requestId });
  await approveRequest(at(3), { requestId });
  await redeem(later(dana, { seconds: 4 }), (await mailed())[0]!);
  await checkAccess(later(dana, { seconds: 5 }), {
    userId: dana.actor.userId,
    fingerprint: "f",
    userAgent: "Browser 1",
  });
  await blockPerson(at(6), { email, reason: "shares the account" });
  const file = await readRequestFile(at(7), requestId);
  if (!file.ok) throw new Error(file.reason.kind);
  expect(file.value.history.map(({ what, by }) => (by ? `${what} by ${by}` : what))).toEqual([
    "Requested access",
    "Declined by admin@gtmarc.example",
    "Reopened by admin@gtmarc.example",
    "Approved by admin@gtmarc.example",
    "Code emailed",
    "Code used",
    "Got access",
    "Blocked by admin@gtmarc.example",
  ]);
  expect(file.value).toMatchObject({
    state: "has_access",
    person: { access: { reason: "blocked" } },
    block: { reason: "shares the account" },
    checks: [{ outcome: "granted", userAgent: "Browser 1" }],
  });
  expect(await readRequestFile(admin, newId())).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("only an admin with a second factor can read or change the queue, and refusals leave no audit entry", async () => {
  const requestId = await ask();
  const dana = await as(ctx, email);
  const userId = dana.actor.userId;
  const forbidden = { ok: false, reason: { kind: "not_admin" } };
  for (const who of [asAnonymous(ctx), dana, await asAdmin(ctx, "half@gtmarc.example", "aal1")]) {
    expect(await countAccess(who)).toEqual(forbidden);
    expect(await readRequestFile(who, requestId)).toEqual(forbidden);
    await expect(list(who)).rejects.toThrow("not_admin");
    expect(await reopenRequest(who, { requestId })).toEqual(forbidden);
    expect(await resendCode(who, { requestId })).toEqual(forbidden);
    expect(await decideMany(who, { decision: "approve", requestIds: [requestId] })).toEqual(forbidden);
    expect(await blockPerson(who, { email, reason: "x" })).toEqual(forbidden);
    expect(await unblockPerson(who, { email })).toEqual(forbidden);
    expect(await restoreGrant(who, { userId })).toEqual(forbidden);
    expect(await forgiveDevices(who, { userId })).toEqual(forbidden);
  }
  expect(await db.select().from(auditEntry)).toEqual([]);
});

test("a deleted account's data is exported and removed from every table", async () => {
  const admin = await asAdmin(ctx);
  const dana = await as(ctx, email);
  const person = { userId: dana.actor.userId, email };
  await approveRequest(admin, { requestId: await ask() });
  await redeem(dana, (await mailed())[0]!);
  await checkAccess(dana, { userId: person.userId, fingerprint: "f", userAgent: "Browser 1" });
  await blockPerson(admin, { email, reason: "x" });
  const held = await exportPersonalData(ctx, person);
  expect(Object.values(held).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1]);
  await forgetPerson(ctx, person);
  for (const table of [accessRequest, accessCode, wizardGrant, accessCheckLog, accessBlock])
    expect(await db.select().from(table)).toEqual([]);
});
