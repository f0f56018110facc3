import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { PersonEnrollment } from "../enrollments/person-enrollments.server.ts";
import { PersonSequences } from "./person-sequences.tsx";

const now = new Date("2026-03-02T15:00:00Z");
const active: PersonEnrollment = {
  ...{ id: "e1", sequenceId: "s1", title: "Welcome", state: "active", reason: null, version: 1 },
  next: {
    ...{ key: "one", kind: "mail", delay: { amount: 1, unit: "days" }, conditions: [] },
    mail: { subject: "Hello", preview: "", body: "Hi" },
  },
  ...{ nextAt: new Date("2026-03-03T15:00:00Z"), mails: 0, refused: 0, enrolledAt: now, endedAt: null },
};
const ended: PersonEnrollment = {
  ...{ ...active, id: "e2", title: "Cold", state: "exited", reason: "reply" },
  ...{ next: null, nextAt: null, endedAt: now },
};

function open(enrollments: PersonEnrollment[], running = [{ id: "s3", title: "Win back" }]) {
  const perform = vi.fn();
  const actions = { perform, isRunning: () => false, refusalOf: () => undefined, doneAtOf: () => 0 };
  const element = (
    <PersonSequences
      email="dana@northfield.example"
      enrollments={enrollments}
      running={running}
      timezone="America/New_York"
      actions={actions}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  return perform;
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("an active enrollment shows its next step and can be paused; an ended one shows why", () => {
  const perform = open([active, ended]);
  expect(screen.getByText("Enrolled Mar 2, 2026, next: email “Hello”, not before Mar 3, 2026, 10:00 AM")).toBeTruthy();
  expect(screen.getByText("Replied, Mar 2, 2026")).toBeTruthy();
  press("Pause Welcome");
  expect(perform).toHaveBeenCalledExactlyOnceWith({ intent: "pause-person", enrollmentId: "e1" });
  expect(screen.queryByRole("button", { name: "Pause Cold" })).toBeNull();
});

test("removing asks for confirmation", () => {
  const perform = open([active]);
  press("Remove from Welcome");
  expect(perform).not.toHaveBeenCalled();
  press(/^Remove Removing/);
  expect(perform).toHaveBeenCalledExactlyOnceWith({ intent: "remove-person", enrollmentId: "e1" });
});

test("enrolling offers the running sequences", () => {
  const perform = open([]);
  press("Enroll");
  press(/^Enroll Enrolling/);
  expect(perform).toHaveBeenCalledExactlyOnceWith({
    ...{ intent: "enroll", sequenceId: "s3", email: "dana@northfield.example" },
  });
});

test("without running sequences no one can be enrolled", () => {
  open([], []);
  expect(screen.queryByRole("button", { name: "Enroll" })).toBeNull();
  expect(screen.getByText("This person is in no email sequence, and none is running.")).toBeTruthy();
});
