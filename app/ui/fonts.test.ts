import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("./fonts/", import.meta.url);
const faces = readdirSync(folder).filter((name) => name.endsWith(".woff2"));

test("the faces a content page loads weigh at most 90 kB together", () => {
  const bytes = faces.reduce((sum, name) => sum + readFileSync(new URL(name, folder)).length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test("every face is loaded by the style sheet and has a local stand-in of its size", () => {
  const sheet = readFileSync(new URL("./fonts.css", import.meta.url), "utf8");
  expect(faces.filter((name) => !sheet.includes(`./fonts/${name}`))).toEqual([]);
  const standIns = sheet.split("@font-face").filter((rule) => rule.includes("local("));
  expect(standIns.length).toBeGreaterThanOrEqual(faces.length);
  for (const rule of standIns)
    for (const metric of ["size-adjust", "ascent-override", "descent-override"]) expect(rule).toContain(metric);
});

test("every face carries its licence", () => {
  const files = readdirSync(folder);
  expect(faces.map((name) => name.replace(".woff2", ".LICENSE.txt")).filter((name) => !files.includes(name))).toEqual(
    [],
  );
});
