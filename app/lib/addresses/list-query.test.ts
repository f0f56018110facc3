import { expect, test } from "vitest";
import { readListQuery, withQuery } from "./list-query.ts";

const keys = ["email", "at"] as const;
const fallback = { key: "at", direction: "desc" } as const;
const read = (query: string) => readListQuery(new URLSearchParams(query), keys, fallback);

test("a URL without parameters gives the default list", () => {
  expect(read("")).toEqual({ search: "", sort: fallback, after: null, before: null });
});

test("unknown columns and directions fall back to the default, known ones are used", () => {
  expect(read("sort=password&direction=asc").sort).toEqual(fallback);
  expect(read("sort=email&direction=asc").sort).toEqual({ key: "email", direction: "asc" });
  expect(read("sort=email&direction=sideways").sort).toEqual({ key: "email", direction: "desc" });
});

test("search words are trimmed and truncated, and only one cursor counts", () => {
  expect(read("q=%20dana%20").search).toBe("dana");
  expect(read(`q=${"x".repeat(500)}`).search).toHaveLength(100);
  expect(read("after=a&before=b")).toMatchObject({ after: "a", before: null });
});

test("a changed order or filter returns to the first page; a cursor keeps the rest", () => {
  expect(withQuery("?q=dana&after=x", { sort: "email" })).toBe("?q=dana&sort=email");
  expect(withQuery("?q=dana&before=x", { after: "y" })).toBe("?q=dana&after=y");
  expect(withQuery("?q=dana", { q: null })).toBe("?");
});
