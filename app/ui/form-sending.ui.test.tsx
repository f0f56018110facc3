import { fireEvent, render, screen } from "@testing-library/react";
import { type FormEvent, useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { Button } from "./button.tsx";
import { SelectField, TextField } from "./field.tsx";
import { guardSending } from "./form-sending.ts";

beforeAll(() => guardSending(document));

/** Becomes busy some time after the submit, as forms with asynchronous validation do. */
function Example({ send, valid }: { send: () => Promise<void>; valid: Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await valid;
    setBusy(true);
    await send();
    setBusy(false);
  };
  return (
    <form method="post" aria-label="Example" onSubmit={(event) => void submit(event)}>
      <TextField label="Name" name="name" />
      <SelectField label="Role" options={["Founder", "Analyst"]} />
      <Button type="submit" busy={busy} busyText="Saving">
        Save
      </Button>
      <Button>Cancel</Button>
      <button type="button" disabled>
        Never
      </button>
    </form>
  );
}

const isDisabled = (control: HTMLElement) => control.matches(":disabled");
const save = () => fireEvent.click(screen.getByRole("button", { name: /Save/ }));

test("a double press sends one request, and a changed form can be sent again at once", async () => {
  const send = vi.fn(() => Promise.resolve());
  render(<Example send={send} valid={Promise.resolve()} />);
  save();
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  save();
  await Promise.resolve();
  expect(send).toHaveBeenCalledTimes(1);
  fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Dana" } });
  save();
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  // As a script does it: without an event.
  screen.getByLabelText<HTMLInputElement>("Name").value = "";
  save();
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(3));
});

test("fields and buttons are disabled while a form is sent; the focused field keeps the focus", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Example send={() => promise} valid={Promise.resolve()} />);
  const name = screen.getByLabelText<HTMLInputElement>("Name");
  name.focus();
  save();
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Role"))).toBe(true));
  expect(isDisabled(screen.getByRole("button", { name: "Cancel" }))).toBe(true);
  expect(document.activeElement).toBe(name);
  expect(name.readOnly).toBe(true);
  resolve();
  await vi.waitFor(() => expect(isDisabled(screen.getByLabelText("Role"))).toBe(false));
  expect(isDisabled(screen.getByRole("button", { name: "Cancel" }))).toBe(false);
  expect(isDisabled(screen.getByRole("button", { name: "Never" }))).toBe(true);
  expect(name.readOnly).toBe(false);
});
