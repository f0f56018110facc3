import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { hostileTexts } from "#tests/fixtures/generated-values.ts";
import { mappedPages, openPage } from "#tests/fixtures/page-loaders.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/*
 * Every page with generated path segments and queries, as its owner and as an admin: a loader responds or refuses, and never throws.
 * U+0000 never reaches a loader (request-target.ts), so none is sent here.
 */

const { ctx } = useDatabase();
// The downloads page looks for the kit of a build.
vi.stubGlobal("__BUILD_DIR__", "build");

const names =
  "a after after after as b batch before before before blueprint booking date direction done email filter hold host month move name next notice payment q revision said sort start state step tab timezone token version view".split(
    " ",
  );

const ids = ["018f0000-0000-7000-8000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
const cursor = fc
  .tuple(
    fc.constantFrom(
      ...["0000-01-01 00:00:00+00", "9999-12-31 23:59:59+99", "2026-02-31 00:00:00+00", "2026-03-02 15:00:00+15:59"],
      ...["2026-03-02 25:61:61+00", "\u0000", "\ud800", "-999999999", "999999999999999999", "NaN", "'", ""],
    ),
    fc.constantFrom(...ids),
  )
  .map(([value, id]) => Buffer.from(`${value} ${id}`).toString("base64url"));

const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...hostileTexts.filter((text) => !text.includes("\0") && text.length < 2000)),
  },
  { weight: 2, arbitrary: cursor },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "1e999",
      "-1",
      "1.5",
      "99999999999",
      "0x10",
      "2026-13",
      "0000-01",
      "99999-01",
      "all",
      "asc",
      ...ids,
    ),
  },
);
const query = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 6 });

test("no page fails at a generated address", async () => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "http://localhost:3000" });
  await ensureDefaultHost(ctx);
  const owner = await wizardMember(ctx);
  const own = await finishedBlueprint(owner);
  const visitors = [owner, await asAdmin(ctx)];
  const part = fc.oneof(fc.constantFrom(own, "strategy-session", "profile"), value);
  const addresses = fc.sample(fc.tuple(part, query, fc.nat(1)), { seed: 20_260_302, numRuns: mappedPages.length * 16 });
  let opened = 0;
  for (const page of mappedPages)
    for (const [filled, asked, visitor] of addresses.slice(opened, opened + 16)) {
      const search = new URLSearchParams(
        Object.entries(asked).map(([name, text]): [string, string] => [name, text.toWellFormed()]),
      );
      const status = await openPage(page, visitors[visitor]!, () => filled.toWellFormed() || "x", `?${search}`);
      expect(status, page.path).toMatch(/^(200|30[12378] \/|40\d|410)/);
      opened += 1;
    }
  expect(opened).toBeGreaterThan(1000);
});
