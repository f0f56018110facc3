import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { Tasks } from "./work-panels.tsx";

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
