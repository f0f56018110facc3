import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { readRecent } from "./recent.ts";
import SearchDialog from "./search-dialog.tsx";
import type { SearchGroup } from "./search-groups.ts";

type Request = { q: string; signal: AbortSignal; respond: (groups: SearchGroup[], status?: number) => Promise<void> };
let requests: Request[];

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  requests = [];
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    requests.push({
      q: new URL(url, "http://localhost").searchParams.get("q") ?? "",
      signal,
      respond: (groups, status = 200) =>
        act(async () => {
          const body = status === 200 ? { groups } : { error: { code: "x", message: "Please try again later." } };
          resolve(new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }));
          await vi.advanceTimersByTimeAsync(0);
        }),
    });
    return promise;
  });
});

const northfield = {
  kind: "prospect" as const,
  hits: [
    { title: "Northfield", detail: "dana@northfield.example", href: "/admin/prospect-pipeline/1" },
    { title: "Northgate", detail: "kim@northgate.example", href: "/admin/prospect-pipeline/2" },
  ],
};

function open() {
  const onClose = vi.fn();
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: <SearchDialog account="Dana" memberRole="owner" takeTyped={() => ""} onClose={onClose} />,
        action: () => null,
      },
    ],
    { initialEntries: ["/admin"] },
  );
  render(<RouterProvider router={router} />);
  return { router, onClose };
}
const field = () => screen.getByRole<HTMLInputElement>("combobox");
const type = async (value: string) => {
  fireEvent.change(field(), { target: { value } });
  await act(() => vi.advanceTimersByTimeAsync(40));
};
const press = (key: string) => act(async () => fireEvent.keyDown(field(), { key }));
const selected = () =>
  screen.getAllByRole("option").filter((option) => option.getAttribute("aria-selected") === "true");

test("the field controls a list of groups, and the arrow keys move the active option in a circle", async () => {
  open();
  await type("north");
  await requests[0]!.respond([northfield]);
  const group = screen.getByRole("group", { name: "People and companies" });
  const [first, second] = within(group).getAllByRole("option");
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(document.getElementById(field().getAttribute("aria-controls")!)).toBe(screen.getByRole("listbox"));
  expect(field().getAttribute("aria-activedescendant")).toBe(first!.id);
  expect(selected()).toEqual([first]);
  await press("ArrowDown");
  expect(field().getAttribute("aria-activedescendant")).toBe(second!.id);
  await press("ArrowDown");
  expect(selected()).toEqual([first]);
  await press("ArrowUp");
  expect(selected()).toEqual([second]);
  expect(screen.getByRole("status").textContent).toBe("2 results");
});

test("one request is sent for keys in quick succession, and a newer one aborts it", async () => {
  open();
  fireEvent.change(field(), { target: { value: "no" } });
  await type("north");
  expect(requests.map(({ q }) => q)).toEqual(["north"]);
  await type("northf");
  expect(requests.map(({ q, signal }) => [q, signal.aborted])).toEqual([
    ["north", true],
    ["northf", false],
  ]);
  await requests[0]!.respond([northfield]);
  expect(screen.queryByText("Northfield")).toBeNull();
  await requests[1]!.respond([]);
  expect(screen.getByRole("status").textContent).toBe('No results for "northf".');
});

test("Enter waits for the results, opens the first, and keeps it as recent for this account only", async () => {
  const { router, onClose } = open();
  await type("nortfield");
  await press("Enter");
  expect(router.state.location.pathname).toBe("/admin");
  await requests[0]!.respond([northfield]);
  expect(router.state.location.pathname).toBe("/admin/prospect-pipeline/1");
  expect(onClose).toHaveBeenCalledOnce();
  expect(readRecent("Dana")).toEqual([northfield.hits[0]]);
  expect(readRecent("Kim")).toEqual([]);
});

test("without text it offers recent items and actions and sends no request", async () => {
  localStorage.setItem(
    "gtmarc-admin-recent",
    JSON.stringify({ account: "Dana", hits: [northfield.hits[0], { x: 1 }] }),
  );
  const { router } = open();
  await type("n");
  await type("");
  expect(requests).toEqual([]);
  const recent = within(screen.getByRole("group", { name: "Recent" })).getAllByRole("option");
  expect(recent).toHaveLength(1);
  expect(screen.getByRole("group", { name: "Actions" })).toBeTruthy();
  await act(async () => fireEvent.click(recent[0]!));
  expect(router.state.location.pathname).toBe("/admin/prospect-pipeline/1");
});

test("pages are found despite typos; a failed request shows an error and keeps them", async () => {
  const { router } = open();
  await type("calender");
  await requests[0]!.respond([], 500);
  expect(screen.getByRole("status").textContent).toBe("Please try again later.");
  await press("Enter");
  expect(router.state.location.pathname).toBe("/admin/calendar");
});

test("signing out sends the form of its endpoint", async () => {
  open();
  const sent: (string | null)[] = [];
  const submit = (event: Event) => {
    event.preventDefault();
    sent.push((event.target as HTMLFormElement).getAttribute("action"));
  };
  document.addEventListener("submit", submit);
  await type("sign out");
  await requests[0]!.respond([]);
  await press("Enter");
  document.removeEventListener("submit", submit);
  document.querySelector("body > form")?.remove();
  expect(sent).toContain("/api/auth/sign-out");
});
