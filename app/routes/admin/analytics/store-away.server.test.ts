import { afterEach, beforeEach, expect, test } from "vitest";
import { createSharedLink } from "#app/features/analytics/reports/definitions/shared-links.server.ts";
import { openStore } from "#app/features/analytics/store/current-store.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { renderPage } from "#tests/fixtures/rendered-page.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import * as dropOffs from "../funnels/drop-offs.tsx";
import * as funnels from "../funnels/funnels.tsx";
import * as overview from "./analytics.tsx";
import * as experience from "./experience.tsx";
import * as list from "./list.tsx";
import * as shared from "./shared-overview.tsx";
import * as visits from "./visits.tsx";

const { db, ctx } = useDatabase();
let close = async () => {};
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));
afterEach(() => close());

test.each([
  ["the overview", overview, "/admin/analytics", {}],
  ["a list", list, "/admin/analytics/lists/page", { list: "page" }],
  ["the list of visits", visits, "/admin/analytics/visits", {}],
  ["speed and frustration", experience, "/admin/analytics/experience", {}],
  ["a funnel", funnels, "/admin/funnel-analytics", {}],
  ["the list of visitors who left a funnel", dropOffs, "/admin/funnel-analytics/drop-offs?step=0", {}],
])("without the store of visitor events %s says so and is no error page", async (_, page, path, params) => {
  close = await openStore(db, "http://127.0.0.1:9/gtmarc");
  const { body } = await renderPage(page, await asAdmin(ctx), path, params);
  expect(body.textContent).toContain("Visits cannot be read at the moment");
});

test("without the store a shared link still shows its name and period", async () => {
  const { url } = value(await createSharedLink(await asAdmin(ctx), { name: "For the board", filters: [] }));
  close = await openStore(db, "http://127.0.0.1:9/gtmarc");
  const { pathname } = new URL(url);
  const { body } = await renderPage(shared, asAnonymous(ctx), pathname, { token: pathname.split("/")[2] });
  expect(body.querySelector("h1")!.textContent).toBe("For the board");
  expect(body.textContent).toContain("Visits cannot be read at the moment");
  expect(body.textContent).toContain("Time zone:");
});
