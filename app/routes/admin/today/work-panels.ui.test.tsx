import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { Replies, Tasks } from "./work-panels.tsx";

const task = (id: string, prospectName: string) => ({
  ...{ id, title: "Call back", dueOn: "2026-03-02", assigneeId: null, mailId: null },
  ...{ prospectId: `of-${id}`, prospectName },
});
const tasks = {
  items: [task("one", "Larkmoor"), task("two", "Northfield")],
  ...{ total: 2, late: 0, everyone: 2, today: "2026-03-02" },
};

test("buttons of tasks with equal titles name the company, and the own-tasks list says that it includes unassigned ones", () => {
  const panel = <Tasks tasks={tasks} tasksOf="me" hasAll perform={() => {}} isBusy={() => false} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: panel }])} />);
  expect(screen.getByRole("button", { name: "Mark as done: Call back (Larkmoor)" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Mark as done: Call back (Northfield)" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Mine and unassigned" })).toBeTruthy();
});

const repliesPanel = (replies: object, tasksOf: "me" | "everyone") => {
  const panel = (
    <Replies
      replies={{ ...tasks, ...replies }}
      tasksOf={tasksOf}
      hasAll={false}
      perform={() => {}}
      isBusy={() => false}
    />
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: "*", element: panel }])} />);
};

test.each([
  ["everyone", "/admin?tasks=everyone&due=all#replies"],
  ["me", "/admin?due=all#replies"],
] as const)("the link to all replies keeps the list of %s", (tasksOf, href) => {
  repliesPanel({ total: 3, everyone: 3 }, tasksOf);
  expect(screen.getByRole("link", { name: "1 more" }).getAttribute("href")).toBe(href);
});

test("replies that others answer are mentioned and linked, and without replies there is no list of them", () => {
  const { unmount } = repliesPanel({ items: [], total: 0, everyone: 2 }, "me");
  expect(screen.getByText(/^No replies are yours to answer\./).textContent).toBe(
    "No replies are yours to answer. 2 replies are assigned to others.",
  );
  const link = screen.getByRole("link", { name: "2 replies are assigned to others." });
  expect(link.getAttribute("href")).toBe("/admin?tasks=everyone#replies");
  unmount();
  repliesPanel({ items: [], total: 0, everyone: 0 }, "me");
  expect(screen.queryByRole("heading", { name: "Replies to answer" })).toBeNull();
});
