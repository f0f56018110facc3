import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { StageBadge } from "./stage-badge.tsx";

const text = (targetAt: string, now: string, timezone = "America/New_York") =>
  render(
    <StageBadge stage="assigned" targetAt={new Date(targetAt)} now={new Date(now)} timezone={timezone} />,
  ).container.textContent!.replace(/\s+/g, " ");

test("late days are calendar days in the firm's zone, at any time of day", () => {
  const target = "2026-10-16T13:00:00Z";
  expect(text(target, "2026-11-22T05:30:00Z")).toContain("Late 37 days");
  expect(text(target, "2026-11-22T04:30:00Z")).toContain("Late 36 days");
  expect(text(target, "2026-11-22T04:30:00Z", "Europe/Vienna")).toContain("Late 37 days");
  expect(text(target, "2026-10-17T12:00:00Z")).toContain("Late 1 day");
  expect(text(target, "2026-10-16T14:00:00Z")).toContain("Late less than a day");
  expect(text(target, "2026-10-16T12:59:00Z")).not.toContain("Late");
});
