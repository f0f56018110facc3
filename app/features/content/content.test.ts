import { expect, test } from "vitest";
import { allPaths, changedOn, findPage, getPage, indexablePages, markdownPath, pages, picturePath } from "./content.ts";
import { siteText } from "./texts/site-texts.server.ts";

test("paths, titles, descriptions and sheet numbers of pages are unique", () => {
  expect(new Set(allPaths()).size).toBe(pages().flatMap(({ path, aliases }) => [path, ...aliases]).length);
  for (const field of ["title", "description", "name"] as const)
    expect(new Set(pages().map((page) => page[field])).size).toBe(pages().length);
  const sheets = pages().map(({ sheet }) => sheet);
  expect(new Set(sheets).size).toBe(pages().length);
  const numbers = sheets.filter((sheet) => typeof sheet === "number").sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test.each(pages())("$path fits into a search result without truncation", ({ title, description }) => {
  expect(title).toContain("GTMarc");
  expect(title.length).toBeLessThanOrEqual(75);
  expect(description.length).toBeGreaterThan(70);
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toMatch(/[.?]$/);
});

test.each(indexablePages())("the picture of $path has room for its headline", ({ headline }) => {
  expect(headline.length).toBeGreaterThan(0);
  expect(headline.length).toBeLessThanOrEqual(3);
  for (const line of headline) expect(line.length).toBeLessThanOrEqual(19);
});

test.each(pages())("$path has the date of its last text change", (page) => {
  expect(changedOn(page)).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  expect(Number.isNaN(Date.parse(changedOn(page)))).toBe(false);
});

test("a document with its own date uses it", () => {
  for (const { path, effectiveOn } of [siteText("privacy"), siteText("terms")])
    expect(changedOn(getPage(path))).toBe(effectiveOn);
});

test("a page is found by its path and its aliases, and nothing else is found", () => {
  expect(findPage("/services")).toBe(getPage("/automation-grid"));
  expect(findPage("/privacy")?.path).toBe("/privacy-policy");
  expect(findPage("/auth")).toBeNull();
  expect(findPage("/pricing/")).toBeNull();
  expect(() => getPage("/nowhere")).toThrow("not in the list");
});

test("files made from a page are named after it", () => {
  expect([markdownPath(getPage("/")), picturePath(getPage("/"))]).toEqual(["/index.md", "/og/home.png"]);
  expect([markdownPath(getPage("/faq")), picturePath(getPage("/faq"))]).toEqual(["/faq.md", "/og/faq.png"]);
});
