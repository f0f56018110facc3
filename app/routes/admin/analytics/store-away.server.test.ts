import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "#app/features/analytics/store/current-store.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { renderPage } from "#tests/fixtures/rendered-page.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import * as overview from "./analytics.tsx";

const { db, ctx } = useDatabase();
let close = async () => {};
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => close());

test("without the store of visitor events the overview says so and is no error page", async () => {
  close = await openStore(db, "http://127.0.0.1:9/gtmarc");
  const page = await renderPage(overview, await asAdmin(ctx), "/admin/analytics");
  expect(page.body.textContent).toContain("Visits cannot be read at the moment");
});
