import { expect, test } from "vitest";
import { changedValues } from "./changed-values.ts";

test("changed fields have their old and new values; hidden ones only whether there was a value", () => {
  const before = { name: "Phones", path: "/secret", order: { from: "09:00", to: "17:00" }, note: null };
  const after = { name: "Tablets", path: "/other", order: { to: "17:00", from: "09:00" }, note: null };
  expect(changedValues(before, after, { withoutValues: ["path"] })).toEqual({
    name: { from: "Phones", to: "Tablets" },
    path: { from: "hidden", to: "hidden" },
  });
  expect(changedValues<{ path: string | null }>({ path: null }, { path: "/x" }, { withoutValues: ["path"] })).toEqual({
    path: { from: null, to: "hidden" },
  });
});

test("of long texts the log shows the part that differs", () => {
  const start = "same ".repeat(100);
  const { body } = changedValues({ body: `${start}old${start}` }, { body: `${start}new${start}` });
  expect(body?.from).toMatch(/^…same .*old/);
  expect(body?.to).toMatch(/^…same .*new/);
  expect(String(body?.to).length).toBeLessThanOrEqual(202);
});
