import { expect, test } from "vitest";
import { useDatabase } from "#tests/setup/test-database.ts";
import { analyticsTerm } from "../tables.server.ts";
import { maxNewTermsPerDay, otherTerm, Terms, termText } from "./terms.server.ts";

const { db, ctx } = useDatabase();
const tomorrow = new Date(ctx.now.getTime() + 86_400_000);

test("each text has one id, in this process and in others", async () => {
  const ids = await new Terms(db).idsOf(["/", "/pricing", "/"], ctx.now);
  const terms = new Terms(db);
  expect(await terms.idsOf(["/pricing", "/"], ctx.now)).toEqual(ids);
  const more = await terms.idsOf(["/faq", "/"], ctx.now);
  expect(more.get("/")).toBe(ids.get("/"));
  expect(await db.$count(analyticsTerm)).toBe(3);
});

test("new texts beyond the daily maximum are stored as one, known ones keep their id", async () => {
  const terms = new Terms(db);
  const known = await terms.idsOf(["/"], ctx.now);
  const invented = (count: number, name: string) => Array.from({ length: count }, (_, n) => `/${name}/${n}`);
  const ids = await terms.idsOf(invented(maxNewTermsPerDay + 4, "a"), ctx.now);
  expect(new Set(ids.values()).size).toBe(maxNewTermsPerDay);
  expect(await db.$count(analyticsTerm)).toBe(maxNewTermsPerDay + 1);
  const next = await terms.idsOf(["/", "/new"], ctx.now);
  expect(next.get("/")).toBe(known.get("/"));
  expect(next.get("/new")).toBe((await terms.idsOf([otherTerm], ctx.now)).get(otherTerm));
  expect((await terms.idsOf(["/new"], tomorrow)).get("/new")).not.toBe(next.get("/new"));
});

test("terms are one line of at most 500 characters without half characters", () => {
  expect(termText("  a\n b\u0007 ")).toBe("a b");
  expect(termText("e\u0301")).toBe("\u00e9");
  expect(termText("x".repeat(600))).toHaveLength(500);
  expect(termText(`${"x".repeat(499)}\u{1f600}`)).toBe("x".repeat(499));
  for (const empty of ["", "  ", null, undefined]) expect(termText(empty)).toBeNull();
});
