import { OpenAPIHono } from "@hono/zod-openapi";
import { unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { accessAudit } from "#app/features/access/audit.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import { pipelineAudit } from "#app/features/pipeline/audit.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { securityAudit } from "#app/features/security/audit.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { auditAdminEndpoints } from "#app/routes/api/admin/audit-admin.server.ts";
import { usersAdminEndpoints } from "#app/routes/api/admin/users-admin.server.ts";
import type { EndpointEnv } from "#app/routes/api/endpoint.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as auditLoader } from "../audit/audit-log.tsx";
import { loader as userLoader } from "./user.tsx";
import { loader as usersLoader } from "./users.tsx";

const { ctx, db } = useDatabase();
const email = "dana@northfield.example";
const call = callsOf(usersAdminEndpoints);
const exportLog = callsOf(auditAdminEndpoints);
const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
const freshCodeRequired = { error: { code: "fresh_code_required" } };

beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "http://localhost:3000" });
});

const dana = async () => (await as(ctx, email)).actor.userId;
const actions = async () => (await db.select({ act: auditEntry.act }).from(auditEntry)).map(({ act }) => act);

test("user pages and the audit log refuse strangers", async () => {
  const id = await dana();
  await pageRefusesStrangers(ctx, usersLoader, "/admin/users");
  await pageRefusesStrangers(ctx, userLoader, `/admin/users/${id}`, { id });
  await pageRefusesStrangers(ctx, auditLoader, "/admin/audit-log");
});

test("every user endpoint refuses strangers before it reads the body", async () => {
  const of = `/admin/users/${await dana()}`;
  const calls: [string, string][] = [
    ["POST", `${of}/disablement`],
    ["DELETE", `${of}/disablement`],
    ["DELETE", `${of}/sessions`],
    ["DELETE", `${of}/sessions/${newId()}`],
    ["DELETE", `${of}/second-factor`],
    ["PUT", `${of}/role`],
    ["DELETE", `${of}/role`],
    ["PUT", `${of}/company`],
    ["DELETE", `${of}/company`],
    ["DELETE", `${of}/company/domain`],
    ["POST", `${of}/deletion`],
    ["POST", `${of}/export`],
  ];
  for (const [method, path] of calls) await callRefusesStrangers(ctx, usersAdminEndpoints, path, { method });
  await callRefusesStrangers(ctx, auditAdminEndpoints, "/admin/audit-log/export");
});

test("exports, roles, deletion and a factor reset without a recent code change nothing", async () => {
  const stale = later(await asAdmin(ctx), { seconds: 601 });
  const of = `/admin/users/${await dana()}`;
  for (const [method, path] of [
    ["DELETE", `${of}/second-factor`],
    ["PUT", `${of}/role`],
    ["DELETE", `${of}/role`],
    ["POST", `${of}/deletion`],
    ["POST", `${of}/export`],
  ] as const) {
    const { status, body } = await call(stale, path, { email }, { method });
    expect([status, body], path).toMatchObject([403, freshCodeRequired]);
  }
  expect(await exportLog(stale, "/admin/audit-log/export", {})).toMatchObject({ status: 403, body: freshCodeRequired });
  expect(await actions()).toEqual([]);
});

test("a plain form without a recent code goes to the page that asks for one, and back", async () => {
  const stale = later(await asAdmin(ctx), { seconds: 601 });
  const id = await dana();
  const data = await call(stale, `/admin/users/${id}/export`, "", form);
  expect([data.status, data.headers.get("location")]).toEqual([
    303,
    `/auth/fresh-code?next=${encodeURIComponent(`/admin/users/${id}`)}`,
  ]);
  const log = await exportLog(stale, "/admin/audit-log/export?group=Mail", "", form);
  expect(log.headers.get("location")).toBe(
    `/auth/fresh-code?next=${encodeURIComponent("/admin/audit-log?group=Mail")}`,
  );
});

test("deletion requires the account's own address", async () => {
  const admin = await asAdmin(ctx);
  const path = `/admin/users/${await dana()}/deletion`;
  expect(await call(admin, path, {})).toMatchObject({
    status: 422,
    body: { error: { fields: { email: "Enter the address of the account" } } },
  });
  expect(await call(admin, path, { email: "max@northfield.example" })).toMatchObject({
    status: 409,
    body: { error: { code: "email_mismatch", message: "That is not the address of this account." } },
  });
  expect(await db.select().from(user)).toHaveLength(2);
});

test("an admin exports a user's data as a zip, which is recorded", async () => {
  const admin = await asAdmin(ctx);
  const id = await dana();
  const exported = await exportUserFile(admin, id);
  expect(Object.keys(exported)).toContain("accounts.json");
  expect(new TextDecoder().decode(exported["accounts.json"])).toContain(email);
  expect(new TextDecoder().decode(exported["accounts.json"])).not.toContain(admin.actor.email);
  expect(await actions()).toEqual(["user.exported"]);
});

test("the audit log as CSV starts with a byte order mark, defuses formulas and keeps the filter", async () => {
  const admin = await asAdmin(ctx);
  const old = later(admin, { hours: -1 });
  const { previewTokenCreated: action } = securityAudit;
  await writeAuditEntry(old, { action, subject: '=HYPERLINK("x")', detail: { days: 3 } });
  await writeAuditEntry(old, { action: securityAudit.previewTokenRevoked, subject: "other" });
  const all = await exportLog(admin, "/admin/audit-log/export", {});
  expect(all.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(all.headers.get("content-disposition")).toMatch(/^attachment; filename="gtmarc-audit-log-2026-03-02\.csv"$/);
  const lines = String(all.body).split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines.join("\n")).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines.join("\n")).toContain('"{""days"":3}"');
  const none = await exportLog(admin, "/admin/audit-log/export?group=Mail", {});
  expect(String(none.body).trim().split("\r\n")).toHaveLength(1);
  expect(await actions()).toContain("audit-log.exported");
});

test("the audit page names admin, action and user, and finds them by address, id, group and day", async () => {
  const admin = await asAdmin(ctx);
  const id = await dana();
  expect((await call(admin, `/admin/users/${id}/disablement`)).status).toBe(200);
  type Data = { lines: { actor: { name: string }; text: string; object: { name: string; href: string | null } }[] };
  const linesAt = async (query: string) =>
    ((await openPage(auditLoader, admin, `/admin/audit-log${query}`)) as Data).lines;
  expect(await linesAt("")).toMatchObject([
    { actor: { name: "admin" }, text: "disabled an account", object: { name: email, href: `/admin/users/${id}` } },
  ]);
  for (const query of [`?q=${id}`, "?q=northfield", "?group=Users", "?from=2026-03-02&to=2026-03-02", "?group=None"])
    expect(await linesAt(query), query).toHaveLength(1);
  for (const query of ["?q=nothing-here", "?group=Mail", "?to=2026-03-01", `?actor=${id}`, "?actor=system"])
    expect(await linesAt(query), query).toEqual([]);
});

test("a user's page marks the admin's own account; unknown ids return 404", async () => {
  const admin = await asAdmin(ctx);
  const id = admin.actor.userId;
  expect(await openPage(userLoader, admin, `/admin/users/${id}`, { id })).toMatchObject({ isOwn: true });
  expect(await openPage(userLoader, admin, "/admin/users/x", { id: "x" })).toEqual([404]);
  expect(await call(admin, `/admin/users/${id}/disablement`)).toMatchObject({
    status: 409,
    body: { error: { code: "own_account" } },
  });
});

async function exportUserFile(admin: Awaited<ReturnType<typeof asAdmin>>, id: string) {
  const app = new OpenAPIHono<EndpointEnv>();
  app.use(async (c, next) => {
    c.set("ctx", admin);
    await next();
  });
  app.route("/", usersAdminEndpoints);
  const response = await app.request(`/admin/users/${id}/export`, { method: "POST" });
  expect(response.headers.get("content-type")).toBe("application/zip");
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

test("the audit log names prospects and access requests, and marks deleted ones", async () => {
  const admin = await asAdmin(ctx);
  const [known] = await db
    .insert(accessRequest)
    .values({
      ...{ email, companyName: "Northfield", isConsumerDomain: false, requestedAt: ctx.now },
    })
    .returning();
  for (const [action, subject] of [
    [accessAudit.accessRequestReopened, known!.id],
    [pipelineAudit.prospectEdited, newId()],
  ] as const)
    await inTransaction(admin, (tx) => writeAuditEntry(tx, { action, subject }));
  const { lines } = (await openPage(auditLoader, admin, "/admin/audit-log")) as {
    lines: { object: { name: string; href: string | null } }[];
  };
  expect(lines.map(({ object }) => [object.name, object.href !== null]).sort()).toEqual([
    ["Deleted prospect", false],
    [email, true],
  ]);
});
