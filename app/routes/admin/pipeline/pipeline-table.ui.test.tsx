import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { PipelineTable } from "./pipeline-table.tsx";

const now = new Date("2026-03-02T09:00:00Z");
const entry = (id: string): ProspectEntry => ({
  ...{ id, email: `${id}@firm.example`, name: null, company: id, role: null, stage: "lead", stageSince: now },
  ...{
    lostReason: null,
    lostNote: null,
    score: 10,
    valueCents: null,
    nextTask: null,
    ownerId: null,
    tags: [],
    lastSeenAt: now,
  },
  ...{ addresses: [], employees: null, source: null, expectedClose: null },
});
const page = { rows: [entry("acme"), entry("beta")], previous: null, next: "more" };

const act = vi.fn();

function Page() {
  const [choiceDoneAt, setDoneAt] = useState(0);
  const [doneAt, setOtherDoneAt] = useState(0);
  const acting = { act, busy: false, refusal: undefined, doneAt, choiceDoneAt };
  return (
    <>
      <Link to="?view=table&sort=value&direction=desc">Sort</Link>
      <Link to="?view=table&q=acme">Filter</Link>
      <button type="button" onClick={() => setOtherDoneAt(doneAt + 1)}>
        Another action
      </button>
      <button type="button" onClick={() => setDoneAt(choiceDoneAt + 1)}>
        Action on the choice
      </button>
      <PipelineTable
        page={page}
        calls={{}}
        today="2026-03-02"
        sort={{ key: "score", direction: "desc" }}
        owners={[]}
        now={now}
        isFiltered={false}
        acting={acting}
      />
    </>
  );
}

const answer = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal("fetch", answer);
  const routes = [{ path: "*", element: <Page /> }];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/?view=table"] })} />, {
    wrapper: InNewYork,
  });
  fireEvent.click(screen.getByLabelText("Choose acme"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  answer.mockReset();
  act.mockReset();
});
const bar = () => screen.queryByRole("region", { name: "Chosen rows" })?.querySelector("[role=status]")?.textContent;

test("a selection lasts when the list is sorted or another action runs", () => {
  fireEvent.click(screen.getByText("Another action"));
  fireEvent.click(screen.getByText("Sort"));
  expect(bar()).toContain("1 prospect chosen");
});

test("a selection ends with other filters and with an action on it", () => {
  fireEvent.click(screen.getByText("Action on the choice"));
  expect(bar()).toBeUndefined();
  fireEvent.click(screen.getByLabelText("Choose beta"));
  expect(bar()).toContain("1 prospect chosen");
  fireEvent.click(screen.getByText("Filter"));
  expect(bar()).toBeUndefined();
});

test("selecting all matches reports when more match, and why it failed", async () => {
  answer.mockRejectedValueOnce(new TypeError("offline"));
  fireEvent.click(screen.getByText(/Select all that match/));
  await screen.findByText(/No connection/);
  expect(bar()).toContain("1 prospect chosen");
  const prospects = Array.from({ length: 1000 }, (_, at) => ({ id: `p${at}`, stage: "lead" }));
  answer.mockResolvedValueOnce(Response.json({ prospects, hasMore: true }));
  fireEvent.click(screen.getByText(/Select all that match/));
  await screen.findByText("The 1,000 prospects that were added last are chosen. More match.");
  expect(bar()).toContain("1000 prospects chosen");
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("canceling the dialog deletes nothing", () => {
  press("Delete");
  expect(screen.getByRole("dialog", { name: "Delete 1 prospect?" }).textContent).toContain("This cannot be undone.");
  press("Cancel");
  expect(screen.queryByRole("dialog", { name: "Delete 1 prospect?" })).toBeNull();
  expect(act).not.toHaveBeenCalled();
});

test("the chosen prospects are deleted after the dialog confirms it", () => {
  press("Delete");
  press(/^Delete 1 prospect/);
  expect(act).toHaveBeenCalledExactlyOnceWith({ intent: "delete-many", prospectIds: "acme" });
});
