import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { HostSettingsForm } from "./host-settings-form.tsx";

const shown = {
  ...{ name: "Mara Lind", email: "mara@gtmarc.example", timezone: "Europe/Vienna", meetingUrl: "" },
  ...{ observesHolidays: false, active: true, busyUntilRead: true },
};

function open() {
  const onSave = vi.fn();
  const form = (changes: Partial<typeof shown> = {}, more: { refusal?: string; savedAt?: number } = {}) => (
    <HostSettingsForm
      shown={{ ...shown, ...changes }}
      version={1}
      now={new Date("2026-03-02T10:00:00Z")}
      submit="Save the host"
      busy={false}
      onSave={onSave}
      {...more}
    />
  );
  const { rerender } = render(form(), { wrapper: InNewYork });
  return { onSave, load: (...args: Parameters<typeof form>) => rerender(form(...args)) };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: /^Save/ }));

test("a refused save keeps the input and shows the colleague's value next to the field", () => {
  const { load, onSave } = open();
  type("Name", "Mara L.");
  fireEvent.click(field("Takes new calls"));
  save();
  load({ name: "M. Lind", meetingUrl: "https://meet.example/mara" }, { refusal: "Another admin changed this host." });
  expect(screen.getByRole("alert").textContent).toContain("Another admin changed this host.");
  expect([field("Name").value, field("Video link").value]).toEqual(["Mara L.", "https://meet.example/mara"]);
  expect(field("Takes new calls").checked).toBe(false);
  expect(screen.getByText(/A colleague saved: M\. Lind/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Use M\. Lind/ }));
  expect(field("Name").value).toBe("M. Lind");
  save();
  expect(onSave).toHaveBeenLastCalledWith({
    ...{ ...shown, name: "M. Lind", meetingUrl: "https://meet.example/mara", active: false },
  });
});

test("after a save the form follows the stored values; invalid input is not sent", () => {
  const { load, onSave } = open();
  type("Name", "");
  save();
  expect(onSave).not.toHaveBeenCalled();
  expect(screen.getByText("Please enter a name.")).toBeTruthy();
  type("Name", "Mara L.");
  save();
  load({ name: "Mara L." }, { savedAt: 1 });
  load({ name: "Mara" }, { savedAt: 1 });
  expect(field("Name").value).toBe("Mara");
});
