import { expect, test } from "vitest";
import { calendarDate, instant } from "./instant.ts";

test("instants and dates are accepted from 1970 to 2199", () => {
  expect(instant().parse("2026-03-02T17:00:00+02:00")).toEqual(new Date("2026-03-02T15:00:00Z"));
  expect(calendarDate().parse("2199-12-31")).toBe("2199-12-31");
  for (const text of ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2200-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    expect(instant().safeParse(text).error?.issues[0]?.message).toBe("Please use a date between 1970 and 2199.");
  for (const text of ["1969-12-31", "2200-01-01"]) expect(calendarDate().safeParse(text).success).toBe(false);
});

test("text that is not a date is refused with the given message", () => {
  for (const text of ["", "soon", "2026-02-30", "+275760-09-13T00:00:00Z", null])
    expect(instant("Please choose a time.").safeParse(text).error?.issues[0]?.message).toBe("Please choose a time.");
});
