import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { EventTypeForm } from "./event-type-form.tsx";

test("a fault in the words of one reminder is shown at that reminder only", () => {
  const onSave = vi.fn();
  const settings = {
    ...{ title: "Kickoff", description: "We begin.", durationMinutes: 60, active: true, hostIds: [], weights: {} },
    ...{
      agenda: [],
      questions: [],
      reminders: { day: "See you, {{first_name|there}}.", hour: "{{frist_name|there}}" },
    },
  };
  render(
    <EventTypeForm
      settings={settings as unknown as Parameters<typeof EventTypeForm>[0]["settings"]}
      {...{ version: 1, savedAt: 0, hosts: [], busy: false, refusal: undefined, onSave }}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: /^Save/ }));
  const isInvalid = (name: RegExp) => screen.getByLabelText(name).getAttribute("aria-invalid") === "true";
  expect([isInvalid(/day before: your words/), isInvalid(/hour before: your words/)]).toEqual([false, true]);
  expect(screen.getByText(/\{\{frist_name\|there\}\} is not a variable/)).toBeTruthy();
  expect(onSave).not.toHaveBeenCalled();
});
