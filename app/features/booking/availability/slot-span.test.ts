import { expect, test } from "vitest";
import { slotSpan } from "./slot-span.ts";

const span = (from: string, to: string, timezone = "America/New_York") => {
  const result = slotSpan({ from, to }, timezone);
  return result.ok ? `${result.value.start.toISOString()} ${result.value.end.toISOString()}` : result.reason.kind;
};

test("dates are whole days of the time zone, including the last one", () => {
  expect(span("2026-03-03", "2026-03-03")).toBe("2026-03-03T05:00:00.000Z 2026-03-04T05:00:00.000Z");
  expect(span("2026-03-03", "2026-03-04", "Asia/Kathmandu")).toBe("2026-03-02T18:15:00.000Z 2026-03-04T18:15:00.000Z");
});

test("a day on which clocks change has its real length", () => {
  expect(span("2026-03-08", "2026-03-08")).toBe("2026-03-08T05:00:00.000Z 2026-03-09T04:00:00.000Z");
});

test("instants are used unchanged", () => {
  expect(span("2026-03-03T09:00:00-05:00", "2026-03-03T15:00:00Z")).toBe(
    "2026-03-03T14:00:00.000Z 2026-03-03T15:00:00.000Z",
  );
});

test("the ends may be at most 62 days apart, even across a clock change", () => {
  expect(span("2026-02-01", "2026-04-04")).toContain("2026-04-05T04:00");
  expect(span("2026-02-01", "2026-04-05")).toBe("range_too_long");
  expect(span("2026-02-01T00:00:00Z", "2026-04-04T00:00:00Z")).toContain("2026-04-04");
  expect(span("2026-02-01T00:00:00Z", "2026-04-04T00:00:01Z")).toBe("range_too_long");
});

test("an end before the start is refused", () => {
  expect(span("2026-03-03", "2026-03-02")).toBe("range_backwards");
  expect(span("2026-03-03T09:00:00Z", "2026-03-03T08:00:00Z")).toBe("range_backwards");
});
