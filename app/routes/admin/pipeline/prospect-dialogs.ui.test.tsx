import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noContact } from "#app/features/pipeline/prospect-fields.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import Merge from "./merge.tsx";
import { performPipelineAction } from "./pipeline-actions.ts";
import Prospect from "./prospect.tsx";

// Loaders do not run here, and their queues do not accept the events of a simulated document.
vi.mock("#app/lib/program/narrow-gate.ts", () => ({ narrowGate: () => null, GateCrowded: Error }));

const [keptId, mergedId] = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"] as const;
const now = new Date("2026-03-02T09:00:00Z");
const contact = (id: string, email: string, company: string) => ({
  ...{ ...noContact, company, name: "Dana Whitlock", firstName: "Dana", lastName: "Whitlock" },
  ...{
    id,
    email,
    stage: "lead" as const,
    source: null,
    score: 10,
    paidCents: 0,
    ownerId: null,
    tags: [],
    expectedClose: null,
  },
});
const side = (id: string, email: string, company: string) => ({
  ...contact(id, email, company),
  ...{ addresses: [email], events: 1, notes: 0, tasks: 0 },
});
const [kept, merged] = [side(keptId, "dana@firm.example", "Northfield"), side(mergedId, "dw@other.example", "Corvid")];

const fetched = vi.fn<(request: Request | string, init?: RequestInit) => Promise<Response>>();
const sent = (method: string) => fetched.mock.calls.filter(([, init]) => init?.method === method);
beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

function show(path: string, element: React.ReactElement) {
  const action = async ({ request }: { request: Request }) => performPipelineAction(await request.formData());
  const list = { path: "/admin/prospect-pipeline", element: <h1>All prospects</h1> };
  const router = createMemoryRouter([{ path: "*", element, action }, list], { initialEntries: [path] });
  render(<RouterProvider router={router} />, { wrapper: InNewYork });
}

const showMerge = () => {
  const preview = { kept, merged, result: { ...kept, addresses: [kept.email, merged.email], events: 2 } };
  const loaderData = { prospect: { ...kept, domain: null }, search: "", candidates: null, preview, owners: {} };
  show(
    `/admin/prospect-pipeline/${keptId}/merge?with=${mergedId}`,
    <Merge {...({ loaderData } as unknown as Parameters<typeof Merge>[0])} />,
  );
};
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const rowOf = (label: string) => within(screen.getByRole("row", { name: new RegExp(`^${label} `) }));

test("the merge shows its result with each choice, and sends the chosen fields once", async () => {
  fetched.mockResolvedValue(Response.json({ mergeId: keptId }));
  showMerge();
  const after = () => rowOf("Company").getAllByRole("cell").at(-1)?.textContent;
  expect(after()).toBe("Northfield");
  expect(rowOf("Name").queryByRole("radio")).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Company: Corvid" }));
  expect(after()).toBe("Corvid");
  press(/^Merg/);
  press(/^Merg/);
  await waitFor(() => expect(sent("POST")).toHaveLength(1));
  const [url, init] = sent("POST")[0]!;
  expect(String(url)).toMatch(new RegExp(`/prospects/${keptId}/merges$`));
  expect(JSON.parse(String(init?.body))).toEqual({ mergedId, take: ["company"] });
});

test("a refused merge says why, with the choices kept", async () => {
  fetched.mockResolvedValue(Response.json({ error: { message: "Already merged." } }, { status: 409 }));
  showMerge();
  fireEvent.click(screen.getByRole("radio", { name: "Company: Corvid" }));
  press(/^Merg/);
  expect((await screen.findByRole("alert")).textContent).toContain("Already merged.");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Company: Corvid" }).checked).toBe(true);
});

const showProspect = () => {
  const part = { points: 0, reasons: [] };
  const loaderData = {
    prospect: {
      ...contact(keptId, "dana@firm.example", "Northfield"),
      ...{ userId: null, domain: "firm.example", stageSince: now, lostReason: null, lostNote: null, version: 1 },
      ...{ scoredAt: now, lastActivityAt: now, createdAt: now, unconfirmedFields: [], editedFields: [] },
    },
    ...{ addresses: ["dana@firm.example"], owner: null, owners: [], notes: [], tasks: [], merge: null, state: "1" },
    score: { total: 10, fit: part, value: part, intent: part },
    ...{ now, today: "2026-03-02", kind: null, isFirstPage: true, visits: [], firmZone: "America/New_York" },
    ...{ sequences: { enrollments: [], running: [] }, timeline: { items: [], next: null } },
    ...{ nextCall: null, analysis: null },
  };
  show(
    `/admin/prospect-pipeline/${keptId}`,
    <Prospect {...({ loaderData } as unknown as Parameters<typeof Prospect>[0])} />,
  );
};
const dialog = () => screen.queryByRole("dialog", { name: "Delete Dana Whitlock, Northfield?" });
const openDialog = () => {
  fireEvent.click(screen.getByRole("button", { name: "Delete prospect" }));
  return within(dialog()!);
};

test("deleting a prospect asks first, says what is deleted, and then opens the list", async () => {
  showProspect();
  expect(dialog()).toBeNull();
  fireEvent.click(openDialog().getByRole("button", { name: "Cancel" }));
  expect(dialog()).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockResolvedValue(Response.json({ deleted: 1 }));
  const asked = openDialog();
  expect(asked.getByText(/Notes, tasks, tags, stages and sequences are deleted/)).toBeTruthy();
  fireEvent.click(asked.getByRole("button", { name: /^Delete prospect/ }));
  expect(await screen.findByRole("heading", { name: "All prospects" })).toBeTruthy();
  const [url, init] = sent("POST")[0]!;
  expect(String(url)).toMatch(/\/prospect-deletions$/);
  expect(JSON.parse(String(init?.body))).toEqual({ prospectIds: [keptId] });
});

test("a refused deletion is explained in its dialog, which stays open", async () => {
  showProspect();
  fetched.mockResolvedValue(Response.json({ error: { message: "Try again in a minute." } }, { status: 429 }));
  const asked = openDialog();
  fireEvent.click(asked.getByRole("button", { name: /^Delete prospect/ }));
  expect(await asked.findByText("Try again in a minute.")).toBeTruthy();
  expect(dialog()).not.toBeNull();
});
