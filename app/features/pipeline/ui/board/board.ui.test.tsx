import type { DragOverEvent } from "@dnd-kit/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import { type Stage, stageKeys } from "#app/features/pipeline/prospects/stages.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { announcementsOf, Board } from "./board.tsx";

const now = new Date("2026-11-22T12:00:00Z");
const entry = (company: string, stage: Stage, tags: string[] = []): ProspectEntry => ({
  ...{ id: company, email: `lead@${company}.example`, addresses: [], name: null, company, role: null, employees: null },
  ...{
    source: null,
    stage,
    stageSince: new Date("2026-11-17T12:00:00Z"),
    lostReason: null,
    lostNote: null,
    valueCents: null,
    score: 1,
  },
  ...{ ownerId: null, tags, expectedClose: null, lastSeenAt: now, nextTask: null },
});
const entries = [entry("Acme", "lead"), entry("Beta", "lead", ["warm"]), entry("Corvid", "qualified")];
const onMove = vi.fn();
let show: (shown: readonly ProspectEntry[]) => void;

function Page() {
  const [shown, setShown] = useState<readonly ProspectEntry[]>(entries);
  show = (cards) => act(() => setShown(cards));
  const columns = stageKeys.map((stage) => {
    const cards = shown.filter((each) => each.stage === stage);
    return { stage, count: cards.length + (stage === "new_analysis" ? 10 : 0), cards };
  });
  const calls = { Corvid: { day: "2026-11-23", time: "Mon, Nov 23, 10:00 AM EST" } };
  return (
    <>
      <input aria-label="Search" />
      <Board columns={columns} calls={calls} owners={[]} now={now} today="2026-11-20" onMove={onMove} />
    </>
  );
}

beforeEach(() => {
  onMove.mockClear();
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <Page /> }])} />, { wrapper: InNewYork });
});
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });
const focused = () => document.activeElement?.getAttribute("data-prospect") ?? null;

test("a card says that its value is the client's, a year, and a column does not add the values up", () => {
  show([{ ...entry("Acme", "lead"), valueCents: 2_500_000 }]);
  expect(screen.getByRole("link", { name: /Acme/ }).textContent).toContain("$25,000 yearly client value");
  expect(screen.getByRole("heading", { name: /^Lead/ }).textContent).toBe("Lead 1");
  show([entry("Acme", "lead")]);
  expect(screen.getByRole("link", { name: /Acme/ }).textContent).not.toContain("client value");
});

test("the first key focuses the first card, later keys move from card to card", () => {
  press("ArrowDown");
  expect(focused()).toBe("Acme");
  press("j");
  expect(focused()).toBe("Beta");
  press("l");
  press("l");
  expect(focused()).toBe("Corvid");
  press("H", { shiftKey: true });
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ entry: entries[2], to: "new_analysis" });
});

test("when a moved card is not shown in its new column, the focus moves to the link to the other cards, which keys cannot move", () => {
  press("ArrowDown");
  press("L", { shiftKey: true });
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ entry: entries[0], to: "new_analysis" });
  show(entries.slice(1));
  expect(document.activeElement?.textContent).toBe("10 more");
  press("L", { shiftKey: true });
  expect(onMove).toHaveBeenCalledOnce();
  press("h");
  expect(focused()).toBe("Beta");
});

test("keys do nothing while a field has the focus", () => {
  const search = screen.getByLabelText("Search");
  search.focus();
  press("j");
  press("ArrowDown");
  expect(document.activeElement).toBe(search);
});

test("a card shows its age in the stage, its tags and its next call", () => {
  const card = (company: string) => document.querySelector(`[data-prospect=${company}]`)?.textContent;
  expect(card("Beta")).toContain("warm");
  expect(card("Beta")).toContain("5 days in stage");
  expect(card("Beta")).toContain("No next step");
  expect(card("Corvid")).toContain("Call Mon, Nov 23, 10:00 AM EST");
});

test("screen readers announce the company and stage of a dragged card, but no ids", () => {
  const announcements = announcementsOf((id) => entries.find((each) => each.id === id));
  const dragged = { active: { id: "Acme" }, over: { id: "qualified" } } as unknown as DragOverEvent;
  expect(announcements.onDragStart(dragged)).toBe("Picked up Acme.");
  expect(announcements.onDragOver(dragged)).toBe("Acme is over Qualified.");
  expect(announcements.onDragEnd(dragged)).toBe("Dropped Acme on Qualified.");
  expect(announcements.onDragCancel({ ...dragged, over: null })).toBe("Acme stays in its stage.");
});
