import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { mappedPages } from "#tests/fixtures/page-loaders.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";

/* A prospect's value is what its client saves in a year. No page weighs it or adds several up. */

const { db, ctx } = useDatabase();
useBookingFixture(ctx);
let admin: Awaited<ReturnType<typeof asAdmin>>;
let first: string;
beforeEach(async () => {
  admin = await asAdmin(ctx);
  const ids: string[] = [];
  for (const [name, stage, usd] of [
    ["dana", "proposal", 400_000],
    ["max", "lead", 300_000],
    ["sam", "won", 200_000],
  ] as const) {
    const { id } = value(await createProspect(admin, { email: `${name}@northfield.example` }));
    await db
      .update(prospect)
      .set({ stage, valueCents: usd * 100 })
      .where(eq(prospect.id, id));
    ids.push(id);
  }
  first = ids[0]!;
});

test("the value of each client is shown and said to be the client's, and no page or file adds several up", async () => {
  const pages = [
    ...["/admin", "/admin/prospect-pipeline", "/admin/prospect-pipeline?view=table", "/admin/outreach-analytics"],
    "/admin/prospect-pipeline/company/northfield.example",
  ];
  const sum = /\$[79]00(,000|K)|\$1\.3M|(total|sum of).{0,20}value/i;
  const found: string[] = [];
  for (const page of pages) if (sum.test(await pageText(admin, page))) found.push(page);
  expect(found).toEqual([]);
  expect(await pageText(admin, "/admin/prospect-pipeline")).toContain("$400,000 yearly client value");
  const company = await pageText(admin, "/admin/prospect-pipeline/company/northfield.example");
  expect(company).toMatch(/Yearly value for the client .*\$200,000 .*\$300,000 .*\$400,000/);
  expect(company).toContain("Prospects 3 Paid $0");
});

test("no admin page speaks of a forecast, of weighted amounts or of a value without its owner", async () => {
  const income =
    /.{0,60}\b(forecast|weighted|win rate|win probability|expected revenue|(all|open|pipeline|deal|total) value)\b/gi;
  // The people of an outreach figure need a figure; the settings need a build.
  const pages = mappedPages.flatMap(({ path }) =>
    /^admin(?!.*[:*]|.*\/people$|\/settings)/.test(path) ? [`/${path}`] : [],
  );
  expect(pages.length).toBeGreaterThan(20);
  pages.push(
    ...["/admin/prospect-pipeline?view=table", `/admin/prospect-pipeline/${first}`],
    "/admin/prospect-pipeline/company/northfield.example",
  );
  const found: string[] = [];
  for (const page of pages)
    for (const [words] of (await pageText(admin, page)).matchAll(income)) found.push(`${page}: ${words}`);
  expect(found).toEqual([]);
});
