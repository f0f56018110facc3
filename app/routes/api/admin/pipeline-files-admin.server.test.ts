import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { failImportJob, importProspectsJob, runImport } from "#app/features/pipeline/import/import-job.server.ts";
import { startImport, uploadImport } from "#app/features/pipeline/import/imports.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { pipelineFilesAdminEndpoints } from "./pipeline-files-admin.server.ts";

const { ctx } = useDatabase({ jobs: [failImportJob, importProspectsJob] });
const call = callsOf(pipelineFilesAdminEndpoints as never);
let admin: Awaited<ReturnType<typeof asAdmin>>;
let chosen: string;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
  chosen = value(await createProspect(admin, { email: "dana@northfield.example" })).id;
  value(await createProspect(admin, { email: "max@otherfirm.example" }));
});

const form = { headers: { "content-type": "application/x-www-form-urlencoded" } };
const download = (who: Ctx, fields: Record<string, string>) =>
  call(who, "/admin/prospect-exports", new URLSearchParams(fields).toString(), form);
/** The admin with a code verified more than ten minutes ago. */
const withoutFreshCode = () => ({ ...admin, now: later(ctx, { hours: 1 }).now });

test("a form downloads the selected prospects, or those that match its filters", async () => {
  const one = await download(admin, { ids: chosen });
  expect(one.status).toBe(200);
  expect(one.headers.get("content-disposition")).toBe('attachment; filename="gtmarc-prospects.csv"');
  expect(one.body).toContain("dana@northfield.example");
  expect(one.body).not.toContain("max@otherfirm.example");
  expect((await download(admin, { filters: "q=otherfirm" })).body).toContain("max@otherfirm.example");
});

test("a selection without a valid id exports nothing", async () => {
  for (const fields of [{ ids: "" }, { ids: "all" }, {}] as Record<string, string>[])
    expect((await download(admin, fields)).status).toBe(422);
});

test("a form without the right or a fresh code goes to a page, never to a refusal as JSON", async () => {
  const target = async (who: Ctx) => {
    const { status, headers } = await download(who, { filters: "q=northfield" });
    return `${status} ${headers.get("location")}`;
  };
  expect(await target(asAnonymous(ctx))).toBe("303 /admin/prospect-pipeline");
  expect(await target({ ...admin, actor: { ...admin.actor, aal: "aal1" } })).toBe("303 /admin/prospect-pipeline");
  expect(await target(withoutFreshCode())).toBe(
    `303 /auth/fresh-code?next=${encodeURIComponent("/admin/prospect-pipeline?q=northfield")}`,
  );
});

test("rejected rows are downloadable for an admin with a fresh code; a form without one goes to a page", async () => {
  const bytes = new TextEncoder().encode("email\r\nno address\r\n");
  const { id: importId } = value(await uploadImport(admin, { fileName: "leads.csv", bytes }));
  const path = `/admin/prospect-imports/${importId}/rejected`;
  expect((await call(admin, path)).status).toBe(404);
  value(await startImport(admin, { importId, columns: { email: 0 }, existing: "skip" }));
  await runImport(ctx, importId);
  const file = await call(admin, path);
  expect([file.status, file.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="gtmarc-rejected-rows.csv"',
  ]);
  expect(file.body).toContain("no address");
  const target = async (who: Ctx) => {
    const { status, headers } = await call(who, path, "", form);
    return `${status} ${headers.get("location")}`;
  };
  const page = "/admin/prospect-pipeline/import";
  expect(await target(asAnonymous(ctx))).toBe(`303 ${page}`);
  expect(await target(withoutFreshCode())).toBe(
    `303 /auth/fresh-code?next=${encodeURIComponent(`${page}/${importId}`)}`,
  );
  expect(await call(withoutFreshCode(), path)).toMatchObject({
    ...{ status: 403, body: { error: { code: "fresh_code_required" } } },
  });
  expect((await call(admin, path, undefined, { method: "GET" })).status).toBe(404);
});

test("a page can ask whether the code is recent enough before it sends the form", async () => {
  const ask = (who: Ctx) => call(who, "/admin/fresh-code", undefined, { method: "GET" });
  expect((await ask(admin)).status).toBe(200);
  expect(await ask(withoutFreshCode())).toMatchObject({
    status: 403,
    body: { error: { code: "fresh_code_required" } },
  });
  expect((await ask(asAnonymous(ctx))).status).toBe(401);
});
