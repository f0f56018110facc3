import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { NewEventTypeForm } from "./new-event-type-form.tsx";

test.each([
  ["Łódź & Größe", "lodz-grosse"],
  [`${"Kick-off ".repeat(6)}Ænd or`, "kick-off-kick-off-kick-off-kick-off-kick-off-kick-off-aend-o"],
  [`${"Kick-off ".repeat(6)}Ænds or`, "kick-off-kick-off-kick-off-kick-off-kick-off-kick-off-aends"],
])("the link follows the title, with its letters spelled out: %s", (title, slug) => {
  const onAdd = vi.fn();
  const choices = [{ value: "11111111-1111-4111-8111-111111111111", label: "Strategy session" }];
  render(<NewEventTypeForm choices={choices} busy={false} refusal={undefined} onAdd={onAdd} />);
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: title } });
  expect(screen.getByLabelText<HTMLInputElement>("Link").value).toBe(slug);
  fireEvent.click(screen.getByRole("button", { name: /^Add the event type/ }));
  expect(onAdd).toHaveBeenCalledWith({ title, slug, copyOf: choices[0]!.value });
});
