import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { OverrideForm } from "./override-form.tsx";
import { WeeklyHoursForm } from "./weekly-hours.tsx";

const monday = (startMinute: number) => ({ weekday: 1, startMinute, endMinute: 1020 });
const tuesday = { weekday: 2, startMinute: 540, endMinute: 720 };

test("a day that a colleague changed shows both versions; other days follow the stored hours", () => {
  const onSave = vi.fn();
  const form = (weekly: (typeof tuesday)[], refusal?: string) => (
    <WeeklyHoursForm weekly={weekly} version={1} savedAt={0} busy={false} refusal={refusal} onSave={onSave} />
  );
  const { rerender } = render(form([monday(540)]));
  const from = () => screen.getByLabelText<HTMLInputElement>("Monday, opening 1, from");
  fireEvent.change(from(), { target: { value: "08:00" } });
  rerender(form([monday(600), tuesday], "Another admin changed this host."));
  expect(from().value).toBe("08:00");
  expect(screen.getByLabelText<HTMLInputElement>("Tuesday, opening 1, to").value).toBe("12:00");
  expect(screen.getByText(/A colleague saved: 10:00 AM to 5:00 PM/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Save/ }));
  expect(onSave).toHaveBeenLastCalledWith({ openings: [monday(480), tuesday] });
  fireEvent.click(screen.getByRole("button", { name: /^Use 10:00 AM to 5:00 PM/ }));
  expect(from().value).toBe("10:00");
});

test("an opening of another day without an end asks for both times and is not sent", () => {
  const onSave = vi.fn();
  render(<OverrideForm today="2026-03-02" busy={false} refusal={undefined} onSave={onSave} />);
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: "2026-03-05" } });
  fireEvent.click(screen.getByRole("button", { name: "Add an opening to Open" }));
  fireEvent.change(screen.getByLabelText("Open, opening 1, to"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save these days/ }));
  expect(screen.getByText("Enter both times.")).toBeTruthy();
  expect(onSave).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Open, opening 1, to"), { target: { value: "00:00" } });
  fireEvent.click(screen.getByRole("button", { name: /^Save these days/ }));
  const openings = [{ startMinute: 540, endMinute: 1440 }];
  expect(onSave).toHaveBeenCalledWith({ from: "2026-03-05", to: "2026-03-05", openings });
});
