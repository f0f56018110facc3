import { expect, test } from "vitest";
import { calendarLinks } from "./calendar-links.ts";

const links = calendarLinks({
  title: "Strategy session with GTMarc",
  text: "45 minutes & a plan (1 + 1)",
  place: "Online",
  start: new Date("2026-11-24T13:00:00Z"),
  end: new Date("2026-11-24T13:45:00Z"),
});

test("Google's link has both ends in UTC, without punctuation", () => {
  const query = new URL(links.google).searchParams;
  expect(query.get("dates")).toBe("20261124T130000Z/20261124T134500Z");
  expect(query.get("details")).toBe("45 minutes & a plan (1 + 1)");
});

test("Outlook's link has both ends as instants", () => {
  const query = new URL(links.outlook).searchParams;
  expect(query.get("startdt")).toBe("2026-11-24T13:00:00.000Z");
  expect(query.get("enddt")).toBe("2026-11-24T13:45:00.000Z");
  expect(query.get("subject")).toBe("Strategy session with GTMarc");
});

test("spaces are percent-encoded, because Outlook shows plus signs; a plus sign in the text is kept", () => {
  for (const link of Object.values(links)) expect(link).not.toContain("+");
  expect(links.outlook).toContain("subject=Strategy%20session%20with%20GTMarc");
  expect(new URL(links.outlook).searchParams.get("body")).toBe("45 minutes & a plan (1 + 1)");
});
