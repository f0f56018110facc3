import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Task } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { TasksPart } from "./tasks-part.tsx";

const task = (changes: Partial<Task> = {}): Task => ({
  ...{ id: "task", title: "Send the sample", dueOn: "2026-03-04", assigneeId: null },
  ...{ createdAt: new Date("2026-03-01T10:00:00Z"), doneAt: null, version: 1, settledBecause: null, mailId: null },
  ...changes,
});

function open(tasks: Task[]) {
  const perform = vi.fn();
  const part = (shown: Task[]) => (
    <TasksPart
      prospectId="prospect"
      tasks={shown}
      people={[{ userId: "1", name: "Jonas Reyes" }]}
      defaultAssignee={null}
      today="2026-03-04"
      actions={{ perform, isRunning: () => false, refusalOf: () => undefined, doneAtOf: () => 0 }}
    />
  );
  const { rerender } = render(part(tasks));
  return { perform, load: (shown: Task[]) => rerender(part(shown)) };
}
const edit = () => fireEvent.click(screen.getByRole("button", { name: "Edit task: Send the sample" }));
const title = () => screen.getAllByLabelText<HTMLInputElement>("What needs to be done?")[0]!;
const save = () => fireEvent.submit(screen.getByRole("form", { name: "Edit Send the sample" }));

test("a colleague's change or deletion of a task is shown next to the input", () => {
  const { perform, load } = open([task()]);
  edit();
  fireEvent.input(title(), { target: { value: "Mine" } });
  load([task({ title: "Theirs", version: 2 })]);
  expect(screen.getByRole("alert").textContent).toContain("Theirs, Today, Not assigned");
  expect(title().value).toBe("Mine");
  save();
  expect(perform).toHaveBeenLastCalledWith({
    ...{ intent: "edit-task", taskId: "task", version: "2" },
    ...{ title: "Mine", dueOn: "2026-03-04", assigneeId: "" },
  });
  load([]);
  expect(screen.getByRole("alert").textContent).toContain("A colleague deleted this task.");
  expect(title().value).toBe("Mine");
});

test("while an edit is unsaved, even only in a select, other tasks cannot be edited", () => {
  open([task(), task({ id: "other", title: "Call" })]);
  const other = () => screen.getByRole<HTMLButtonElement>("button", { name: "Edit task: Call" });
  edit();
  expect(other().disabled).toBe(false);
  fireEvent.input(screen.getAllByLabelText("Assigned to")[0]!, { target: { value: "1" } });
  expect(other().disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(other().disabled).toBe(false);
});

test("a task that the product closed says why", () => {
  open([task({ doneAt: new Date("2026-03-02T10:00:00Z"), settledBecause: "Booked a call" })]);
  expect(screen.getByText("Closed automatically: Booked a call")).toBeTruthy();
});
