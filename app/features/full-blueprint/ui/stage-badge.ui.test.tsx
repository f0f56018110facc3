import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { StageBadge } from "./stage-badge.tsx";

const text = (dueAt: string, now: string, timezone = "America/New_York") =>
  render(
    <StageBadge stage="assigned" dueAt={new Date(dueAt)} now={new Date(now)} timezone={timezone} />,
  ).container.textContent!.replace(/\s+/g, " ");

test("late days are calendar days in the firm's zone, at any time of day", () => {
  const target = "2026-10-16T13:00:00Z";
  expect(text(target, "2026-11-22T05:30:00Z")).toContain("37 days late");
  expect(text(target, "2026-11-22T04:30:00Z")).toContain("36 days late");
  expect(text(target, "2026-11-22T04:30:00Z", "Europe/Vienna")).toContain("37 days late");
  expect(text(target, "2026-10-17T12:00:00Z")).toContain("1 day late");
  expect(text(target, "2026-10-16T14:00:00Z")).toContain("Less than a day late");
  expect(text(target, "2026-10-16T12:59:00Z")).not.toContain("late");
});
