import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { consumerDomains } from "#app/lib/people/consumer-domains.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import {
  approveDueRequests,
  approveRequest,
  declineRequest,
  otherConsumerDomains,
  requestAccess,
} from "./access.server.ts";
import { AccessRequest } from "./access.ts";
import { redeemCode } from "./codes/codes.server.ts";
import { accessRequested } from "./events.ts";
import { blockPerson } from "./grants/blocks.server.ts";
import { accessCode, accessRequest } from "./tables.server.ts";

const { db, ctx } = useDatabase();
const visitor = asAnonymous(ctx);

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), ACCESS_CODE_DELAY_BUSINESS_DAYS: 4, COMPANY_TIMEZONE: "America/New_York" });
});

const form = (changes: Partial<Record<keyof AccessRequest, string>> = {}) =>
  AccessRequest.parse({ email: "dana@northfield.example", company_name: "Northfield", ...changes });
const ask = (changes?: Parameters<typeof form>[0], at = visitor) => requestAccess(at, form(changes));
const requests = () => db.select().from(accessRequest).orderBy(accessRequest.requestedAt);
const onlyRequest = async () => {
  const [request, ...others] = await requests();
  expect(others).toEqual([]);
  return request!;
};
/** Mails to requesters, excluding the notices to the firm. */
const mails = async () => {
  const sent = await db.select({ kind: message.kind, to: message.toAddress }).from(message).orderBy(message.id);
  return sent.filter(({ kind }) => kind !== "access-notice").map(({ kind, to }) => `${kind} ${to}`);
};
const notices = () => db.select().from(message).where(eq(message.kind, "access-notice")).orderBy(message.id);
const confirmations = () => db.select().from(message).where(eq(message.kind, "access-requested")).orderBy(message.id);
const codeIn = (text: string) => /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] ?? "";
const mailedCode = async () => {
  const [mail] = await db.select().from(message).where(eq(message.kind, "access-code")).orderBy(desc(message.id));
  return codeIn(mail!.text);
};

test("a request stores every field, is confirmed at once, and is due on the fourth business day", async () => {
  const result = await ask({
    email: " Dana@Northfield.example ",
    company_website: "HTTPS://www.northfield.co.uk/about/",
    role: "Head of Revenue",
    industry: "SaaS",
    utm_source: "newsletter",
  });
  expect(result).toEqual({ ok: true, value: { stored: true } });
  expect(await onlyRequest()).toMatchObject({
    status: "pending",
    email: "dana@northfield.example",
    companyName: "Northfield",
    companyWebsite: "northfield.co.uk",
    role: "Head of Revenue",
    industry: "SaaS",
    isConsumerDomain: false,
    requestedAt: testNow,
    dueAt: new Date("2026-03-06T14:00:00Z"),
    decidedAt: null,
    utmSource: "newsletter",
  });
  expect(await mails()).toEqual(["access-requested dana@northfield.example"]);
  const [mail] = await confirmations();
  expect(mail!.text).toContain("4 to 7 business days");
  expect(await db.select().from(accessCode)).toEqual([]);
});

test("the confirmation repeats no form input except the address", async () => {
  await ask({ company_name: "You won! visit evil.example", role: "click-me-role" });
  const [mail] = await confirmations();
  expect(mail!.html + mail!.text + mail!.subject).not.toMatch(/evil|click-me/);
});

test("the firm gets one mail per stored request, with its approval date", async () => {
  await ask({ company_website: "northfield.io", role: "COO" });
  await ask();
  const [notice, ...others] = await notices();
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    toAddress: "hello@gtmarc.example",
    replyTo: "dana@northfield.example",
    subject: "Access request",
  });
  for (const part of ["Northfield", "northfield.io", "COO", "March 6, 2026", (await onlyRequest()).id])
    expect(notice!.text).toContain(part);
});

test("a request that an admin must decide is promised no date, and the firm's mail gives the reason", async () => {
  await ask({ email: "dana@gmail.com" });
  const admin = await asAdmin(ctx);
  await blockPerson(admin, { email: "lee@harborview.example", reason: "Competitor" });
  await ask({ email: "lee@harborview.example" });
  await ask();
  await declineRequest(admin, { requestId: (await requests())[2]!.id, reason: "unclear" });
  await ask({}, later(visitor, { days: 2 }));
  const promised = (await confirmations()).map(({ text }) => text.includes("we cannot promise a date"));
  expect(promised).toEqual([true, true, false, true]);
  const [consumer, blocked] = await confirmations();
  expect(consumer!.text).toContain("With a work address, the code arrives within 4 to 7 business days.");
  expect(blocked!.text).not.toMatch(/business days|block/);
  const why = (await notices()).map(
    ({ text }) => /(consumer email|is blocked|was declined|approved automatically)/.exec(text)?.[0],
  );
  expect(why).toEqual(["consumer email", "is blocked", "approved automatically", "was declined"]);
});

test("a repeat from the same address within a day gets the same response, and is stored and mailed once", async () => {
  await ask();
  expect(await ask({ company_name: "Other" }, later(visitor, { hours: 23 }))).toEqual({
    ok: true,
    value: { stored: false },
  });
  expect((await onlyRequest()).companyName).toBe("Northfield");
  expect(await mails()).toHaveLength(1);
});

test("ten simultaneous requests store one", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(answers.filter((answer) => answer.ok && answer.value.stored)).toHaveLength(1);
  expect(await requests()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test("requests during a pending one are ignored; a day after the decision a new one is stored", async () => {
  await ask();
  await ask({}, later(visitor, { days: 2 }));
  await approveRequest(await asAdmin(ctx), { requestId: (await onlyRequest()).id });
  await ask({}, later(visitor, { days: 3 }));
  expect((await requests()).map(({ status }) => status)).toEqual(["approved", "pending"]);
});

test("storing a request publishes one event in its transaction", async () => {
  const heard: unknown[] = [];
  onEvent(accessRequested, async (_, payload) => void heard.push(payload));
  await ask();
  await ask();
  expect(heard).toEqual([
    expect.objectContaining({
      requestId: (await onlyRequest()).id,
      email: "dana@northfield.example",
      companyName: "Northfield",
    }),
  ]);
});

test("a failing listener rolls back the request and its mail", async () => {
  onEvent(accessRequested, async () => {
    throw new Error("no room");
  });
  await expect(ask()).rejects.toThrow("no room");
  expect(await requests()).toEqual([]);
  expect(await mails()).toEqual([]);
});

test("a code is mailed on the due day and not earlier", async () => {
  await ask();
  await ask({ email: "lee@harbor.example" }, later(visitor, { days: 1 }));
  const before = { ...ctx, now: new Date("2026-03-06T13:59:59Z") };
  expect(await approveDueRequests(before)).toEqual({ ok: true, value: 0 });
  expect(await mails()).toHaveLength(2);

  const on = { ...ctx, now: new Date("2026-03-06T14:00:00Z") };
  expect(await approveDueRequests(on)).toEqual({ ok: true, value: 1 });
  expect((await requests()).map(({ status }) => status)).toEqual(["approved", "pending"]);
  expect((await requests())[0]).toMatchObject({ decidedAt: on.now, decidedBy: null });
  expect((await mails()).slice(2)).toEqual(["access-code dana@northfield.example"]);

  expect(await approveDueRequests(on)).toEqual({ ok: true, value: 0 });
  expect(await mails()).toHaveLength(3);
});

test("a holiday postpones the due day", async () => {
  await ask({}, { ...visitor, now: new Date("2026-11-20T15:00:00Z") });
  expect((await onlyRequest()).dueAt).toEqual(new Date("2026-11-27T14:00:00Z"));
});

test("two processes that approve simultaneously send one code", async () => {
  await ask();
  const due = later(ctx, { days: 7 });
  const counts = await Promise.all([approveDueRequests(due), approveDueRequests(due), approveDueRequests(due)]);
  expect(counts.reduce((sum, count) => sum + (count.ok ? count.value : 0), 0)).toBe(1);
  expect(await db.select().from(accessCode)).toHaveLength(1);
});

test("the mailed code gives the requester access to the wizard", async () => {
  await ask();
  await approveDueRequests(later(ctx, { days: 4 }));
  const dana = await as(later(ctx, { days: 5 }), "dana@northfield.example");
  expect(await redeemCode(dana, { code: await mailedCode(), address: "203.0.113.7" })).toMatchObject({ ok: true });
});

test("the code mail's body is marked for deletion, and the database contains no code", async () => {
  await ask();
  await approveDueRequests(later(ctx, { days: 4 }));
  const code = await mailedCode();
  const [mail] = await db.select().from(message).where(eq(message.kind, "access-code"));
  expect(mail!.secret).toBe(true);
  expect(JSON.stringify(await db.select().from(accessCode))).not.toContain(code);
});

test("the setting decides which mail domains need an admin's approval", async () => {
  useSettings({ ACCESS_CONSUMER_DOMAINS: ["freemail.example"], ACCESS_CODE_DELAY_BUSINESS_DAYS: 4 });
  await ask({ email: "dana@freemail.example" });
  expect(await onlyRequest()).toMatchObject({ isConsumerDomain: true, dueAt: null });
  expect(otherConsumerDomains()).toBe("freemail.example");
  useSettings({ ACCESS_CONSUMER_DOMAINS: [...consumerDomains] });
  expect(otherConsumerDomains()).toBeUndefined();
});

test.each([0, 4])("a consumer address waits for an admin at any delay (%i)", async (delay) => {
  useSettings({ ACCESS_CODE_DELAY_BUSINESS_DAYS: delay });
  await ask({ email: "dana@gmail.com" });
  expect(await onlyRequest()).toMatchObject({ status: "pending", isConsumerDomain: true, dueAt: null });
  expect(await approveDueRequests(later(ctx, { days: 300 }))).toEqual({ ok: true, value: 0 });
  expect(await mails()).toEqual(["access-requested dana@gmail.com"]);
  await approveRequest(await asAdmin(ctx), { requestId: (await onlyRequest()).id });
  expect(await mails()).toEqual(["access-requested dana@gmail.com", "access-code dana@gmail.com"]);
});

test("without a delay the code is mailed with the request", async () => {
  useSettings({ ACCESS_CODE_DELAY_BUSINESS_DAYS: 0 });
  await ask();
  expect(await onlyRequest()).toMatchObject({ status: "approved", decidedAt: testNow, decidedBy: null });
  expect(await mails()).toEqual(["access-requested dana@northfield.example", "access-code dana@northfield.example"]);
  await ask();
  expect(await mails()).toHaveLength(2);
});

test("an admin can approve early, once, and the job then skips the request", async () => {
  await ask();
  const admin = await asAdmin(ctx);
  const { id: requestId } = await onlyRequest();
  expect(await approveRequest(admin, { requestId })).toEqual({ ok: true, value: undefined });
  expect(await onlyRequest()).toMatchObject({ status: "approved", decidedBy: admin.actor.userId });
  expect(await approveRequest(admin, { requestId })).toEqual({ ok: false, reason: { kind: "already_decided" } });
  expect(await declineRequest(admin, { requestId, reason: "not_fit" })).toEqual({
    ok: false,
    reason: { kind: "already_decided" },
  });
  expect(await approveDueRequests(later(ctx, { days: 9 }))).toEqual({ ok: true, value: 0 });
  expect((await mails()).filter((mail) => mail.startsWith("access-code"))).toHaveLength(1);
});

test("a declined request gets its mail and no code, and a later request needs an admin", async () => {
  await ask();
  const admin = await asAdmin(ctx);
  expect(await declineRequest(admin, { requestId: (await onlyRequest()).id, reason: "not_fit" })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await mails()).toEqual([
    "access-requested dana@northfield.example",
    "access-declined dana@northfield.example",
  ]);

  await ask({}, later(visitor, { days: 2 }));
  expect((await requests()).at(-1)).toMatchObject({ status: "pending", dueAt: null });
  expect(await approveDueRequests(later(ctx, { days: 60 }))).toEqual({ ok: true, value: 0 });
  expect(await db.select().from(accessCode)).toEqual([]);
});

test("an admin's decision is audited; the job's decision is recorded only on the request", async () => {
  const admin = await asAdmin(ctx);
  for (const email of ["a@northfield.example", "b@northfield.example", "c@northfield.example"]) await ask({ email });
  const [first, second] = await requests();
  await approveRequest(admin, { requestId: first!.id });
  await declineRequest(admin, { requestId: second!.id, reason: "not_fit" });
  await approveDueRequests(later(ctx, { days: 7 }));
  const trail = await db.select().from(auditEntry).orderBy(auditEntry.id);
  expect(trail.map(({ act, subject, actorUserId }) => [act, subject, actorUserId])).toEqual([
    ["access-request.approved", first!.id, admin.actor.userId],
    ["access-request.declined", second!.id, admin.actor.userId],
  ]);
});

test("deciding an unknown request returns not_found", async () => {
  for (const requestId of ["0192f5f0-0000-7000-8000-000000000000", "not-an-id"]) {
    expect(await approveRequest(ctx, { requestId })).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await declineRequest(ctx, { requestId, reason: "not_fit" })).toEqual({
      ok: false,
      reason: { kind: "not_found" },
    });
  }
});

test("only an admin with a second factor can decide", async () => {
  await ask();
  const { id: requestId } = await onlyRequest();
  const strangers = [
    visitor,
    await as(ctx, "dana@northfield.example"),
    await asAdmin(ctx, "half@gtmarc.example", "aal1"),
  ];
  for (const stranger of strangers) {
    expect(await approveRequest(stranger, { requestId })).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await declineRequest(stranger, { requestId, reason: "not_fit" })).toEqual({
      ok: false,
      reason: { kind: "not_admin" },
    });
    expect(await approveDueRequests(later(stranger, { days: 30 }))).toEqual({
      ok: false,
      reason: { kind: "not_admin" },
    });
  }
  expect((await onlyRequest()).status).toBe("pending");
  expect(await mails()).toHaveLength(1);
});
