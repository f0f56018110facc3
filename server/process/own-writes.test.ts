import { afterAll, expect, test } from "vitest";
import { registerReads } from "#app/platform/database/read-pool.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { analyticsAdminEndpoints } from "#app/routes/api/analytics/analytics-admin.server.ts";
import { analyticsExportEndpoints } from "#app/routes/api/analytics/analytics-export.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { codeNow, useAccountSite } from "#tests/fixtures/account-site.ts";
import { visitorsOf } from "#tests/fixtures/visitor.ts";

const { db, connection, site } = useAccountSite();
const standby = openPool(connection);
registerReads(db, createDb(standby));
afterAll(() => standby.end());
let reads = 0;
standby.on("acquire", () => {
  reads += 1;
});

const api = newEndpoints().basePath("/api").route("/", analyticsAdminEndpoints).route("/", analyticsExportEndpoints);
const segment = { name: "Phones", filters: [{ dimension: "device", isExcluded: false, values: ["phone"] }] };

async function adminOf(settings: typeof site.settings) {
  await site.admin();
  const admin = visitorsOf({ db, settings, api })();
  await site.signIn("admin@gtmarc.example", admin);
  await site.sendCode(await codeNow(), admin);
  admin.jar.delete("gtmarc_wrote");
  return admin;
}

const readsOfReport = async (admin: Awaited<ReturnType<typeof adminOf>>) => {
  reads = 0;
  expect((await admin.get("/api/admin/analytics/report")).status).toBe(200);
  return reads;
};

test("an admin's change marks the browser for a minute, and its reports then read the primary", async () => {
  const admin = await adminOf({ ...site.settings, DATABASE_READ_URL: "postgres://standby.example/gtmarc" });
  expect(await readsOfReport(admin)).toBeGreaterThan(0);
  const refused = await admin.post("/api/admin/analytics/segments", { name: "" });
  expect([refused.status, refused.cookies]).toEqual([422, []]);
  const saved = await admin.post("/api/admin/analytics/segments", segment);
  expect(saved.status).toBe(201);
  expect(saved.cookies).toEqual([
    expect.stringMatching(/^gtmarc_wrote=1; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax/),
  ]);
  expect(await readsOfReport(admin)).toBe(0);
  admin.jar.delete("gtmarc_wrote");
  expect(await readsOfReport(admin)).toBeGreaterThan(0);
});

test("without DATABASE_READ_URL no browser is marked", async () => {
  const admin = await adminOf(site.settings);
  expect((await admin.post("/api/admin/analytics/segments", segment)).cookies).toEqual([]);
});
