import { expect, test } from "vitest";
import { dayMs } from "#app/lib/durations.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { analyticsTerm } from "../tables.server.ts";
import { maxNewTermsPerClient, maxNewTermsPerDay, otherTerm, Terms, termText } from "./terms.server.ts";

const { db, ctx } = useDatabase();
const from = (client: string | null, texts: readonly string[]) => new Map(texts.map((text) => [text, client]));
const tomorrow = new Date(ctx.now.getTime() + dayMs);

test("each text has one id in all processes", async () => {
  const ids = await new Terms(db).idsOf(from(null, ["/", "/pricing", "/"]), ctx.now);
  const terms = new Terms(db);
  expect(await terms.idsOf(from(null, ["/pricing", "/"]), ctx.now)).toEqual(ids);
  const more = await terms.idsOf(from(null, ["/faq", "/"]), ctx.now);
  expect(more.get("/")).toBe(ids.get("/"));
  expect(await db.$count(analyticsTerm)).toBe(3);
});

test("new texts beyond the daily maximum share one term; known ones keep their id", async () => {
  const terms = new Terms(db);
  const known = await terms.idsOf(from(null, ["/"]), ctx.now);
  const invented = (count: number, name: string) => Array.from({ length: count }, (_, n) => `/${name}/${n}`);
  const ids = await terms.idsOf(from(null, invented(maxNewTermsPerDay + 4, "a")), ctx.now);
  expect(new Set(ids.values()).size).toBe(maxNewTermsPerDay);
  expect(await db.$count(analyticsTerm)).toBe(maxNewTermsPerDay + 1);
  const next = await terms.idsOf(from(null, ["/", "/new"]), ctx.now);
  expect(next.get("/")).toBe(known.get("/"));
  expect(next.get("/new")).toBe((await terms.idsOf(from(null, [otherTerm]), ctx.now)).get(otherTerm));
  expect((await terms.idsOf(from(null, ["/new"]), tomorrow)).get("/new")).not.toBe(next.get("/new"));
});

test("one client cannot use up the new texts of the day for the others", async () => {
  const terms = new Terms(db);
  const invented = Array.from({ length: maxNewTermsPerClient + 4 }, (_, n) => `/invented/${n}`);
  const ids = await terms.idsOf(from("203.0.113.7", invented), ctx.now);
  expect(ids.get(invented.at(-1)!)).toBe(ids.get(otherTerm));
  const both = new Map([...from("203.0.113.7", ["/more"]), ...from("198.51.100.1", ["/launch"])]);
  const next = await terms.idsOf(both, ctx.now);
  expect(next.get("/more")).toBe(ids.get(otherTerm));
  expect(next.get("/launch")).not.toBe(ids.get(otherTerm));
  expect(next.get("/launch")).toBeDefined();
  const known = await terms.idsOf(from("203.0.113.7", ["/launch", "/invented/0"]), ctx.now);
  expect([known.get("/launch"), known.get("/invented/0")]).toEqual([next.get("/launch"), ids.get("/invented/0")]);
  const later = await terms.idsOf(from("203.0.113.7", ["/more"]), tomorrow);
  expect(later.get("/more")).not.toBe(ids.get(otherTerm));
});

test("terms are single lines of at most 500 characters without unpaired surrogates", () => {
  expect(termText("  a\n b\u0007 ")).toBe("a b");
  expect(termText("e\u0301")).toBe("\u00e9");
  expect(termText("x".repeat(600))).toHaveLength(500);
  expect(termText(`${"x".repeat(499)}\u{1f600}`)).toBe("x".repeat(499));
  for (const empty of ["", "  ", null, undefined]) expect(termText(empty)).toBeNull();
});
