import { expect, test } from "vitest";
import { AnnotationInput } from "./annotations.server.ts";

test.each(["0000-01-01", "0001-12-31", "1969-12-31", "2026-02-30", "20260203"])(
  "%s is not a valid annotation day",
  (day) => {
    expect(AnnotationInput.safeParse({ day, text: "Launch" }).success).toBe(false);
  },
);

test("a recent date is a valid annotation day", () => {
  expect(AnnotationInput.parse({ day: "2026-11-23", text: "Launch" }).day).toBe("2026-11-23");
});
