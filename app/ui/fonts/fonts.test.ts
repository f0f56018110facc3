import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL(".", import.meta.url);
const faces = readdirSync(folder).filter((name) => name.endsWith(".woff2"));

const isFurther = (name: string) => name.endsWith("-further.woff2");

test("the basic font files are at most 30 kB, with all further characters at most 90 kB", () => {
  const bytes = (names: string[]) => names.reduce((sum, name) => sum + readFileSync(new URL(name, folder)).length, 0);
  expect(faces.filter(isFurther)).toHaveLength(faces.length / 2);
  expect(bytes(faces.filter((name) => !isFurther(name)))).toBeLessThanOrEqual(30_000);
  expect(bytes(faces)).toBeLessThanOrEqual(90_000);
});

test("every font face is loaded by the style sheet and has a local fallback of the same metrics", () => {
  const sheet = readFileSync(new URL("./fonts.css", import.meta.url), "utf8");
  expect(faces.filter((name) => !sheet.includes(`./${name}`))).toEqual([]);
  const standIns = sheet.split("@font-face").filter((rule) => rule.includes("local("));
  expect(standIns.length).toBeGreaterThanOrEqual(faces.length / 2);
  for (const rule of standIns)
    for (const metric of ["size-adjust", "ascent-override", "descent-override"]) expect(rule).toContain(metric);
});

test("every face carries its license", () => {
  const files = readdirSync(folder);
  expect(
    faces.map((name) => name.replace(/(-further)?\.woff2/, ".LICENSE.txt")).filter((name) => !files.includes(name)),
  ).toEqual([]);
});
