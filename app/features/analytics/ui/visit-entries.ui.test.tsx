import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { VisitAction, VisitStory } from "../visits/visit-story.server.ts";
import { VisitEntries } from "./visit-entries.tsx";

const action = (kind: VisitAction["kind"], type: string, name: string | null): VisitAction => ({
  ...{ kind, type, name, at: new Date("2026-11-22T17:21:45Z"), page: null, valueUsd: null },
});

test("goals and steps have the same labels as in lists", () => {
  const entries = [
    action("conversion", "goal_complete", "access.code_accepted"),
    action("step", "access", "code_accepted"),
    action("event", "click", "button"),
    action("problem", "rage_click", "button.filter"),
  ];
  render(<VisitEntries visit={{ entries } as VisitStory} timezone="America/New_York" />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "12:21:45 PMConversion Access code accepted",
    "12:21:45 PMFunnel step Access code accepted",
    "12:21:45 PMEvent Click: button",
    "12:21:45 PMProblem Rage click: button.filter",
  ]);
});
