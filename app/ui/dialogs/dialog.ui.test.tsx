import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { TextField } from "#app/ui/forms/field.tsx";
import { Dialog } from "./dialog.tsx";

const closed = vi.fn();
function Page() {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    closed();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open again
      </button>
      <Dialog open={isOpen} onClose={close} title="Add a prospect">
        <TextField label="Email" name="email" defaultValue="" />
      </Dialog>
    </>
  );
}
const dialog = () => screen.getByRole<HTMLDialogElement>("dialog", { hidden: true });
const field = () => screen.getByLabelText<HTMLInputElement>("Email");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pressEscape = () => fireEvent.keyDown(field(), { key: "Escape" });
const pressClose = () => fireEvent.click(screen.getByRole("button", { name: "Close" }));
const open = () => {
  closed.mockClear();
  render(<Page />);
};

test("an untouched dialog closes at once by backdrop, Escape and close button", () => {
  open();
  expect(dialog().getAttribute("closedby")).toBe("any");
  expect(fireEvent(dialog(), new Event("cancel", { cancelable: true }))).toBe(true);
  fireEvent.submit(dialog().querySelector("form")!);
  expect(screen.queryByText("Discard what you typed?")).toBeNull();
});

test("the backdrop does not close a dialog with typed text; it does again once the text is erased", () => {
  open();
  type("ann@firm.example");
  expect(dialog().getAttribute("closedby")).toBe("none");
  type("");
  expect(dialog().getAttribute("closedby")).toBe("any");
});

test("Escape asks before typed text is discarded, and Keep editing returns to the field", () => {
  open();
  field().focus();
  type("ann@firm.example");
  pressEscape();
  expect(dialog().open).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep editing" }));
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByText("Discard what you typed?")).toBeNull();
  expect(document.activeElement).toBe(field());
  expect(field().value).toBe("ann@firm.example");
  expect(closed).not.toHaveBeenCalled();
});

test("the close button asks too; Discard closes, and the reopened dialog has neither the text nor the question", () => {
  open();
  type("ann@firm.example");
  pressClose();
  expect(dialog().open).toBe(true);
  act(() => screen.getByRole("button", { name: "Discard" }).click());
  expect(dialog().open).toBe(false);
  expect(closed).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByText("Open again"));
  expect(field().value).toBe("");
  expect(dialog().getAttribute("closedby")).toBe("any");
  expect(screen.queryByText("Discard what you typed?")).toBeNull();
});

test("a canceled close request of the browser asks as well", () => {
  open();
  type("ann@firm.example");
  expect(fireEvent(dialog(), new Event("cancel", { cancelable: true }))).toBe(false);
  expect(screen.getByText("Discard what you typed?")).toBeTruthy();
});

function Steps({ titles: [first, then] }: { titles: readonly [string, string] }) {
  const [isDone, setDone] = useState(false);
  return (
    <Dialog open onClose={closed} title={isDone ? then : first}>
      {isDone ? <p>ABCDE</p> : <TextField label="Code" name="code" onChange={() => setDone(true)} />}
    </Dialog>
  );
}

test.each([
  ["Type the code", "Keep these codes"],
  ["Share this analysis", "Share this analysis"],
] as const)("after %s the next step, %s, takes the focus that the replaced form had", async (...titles) => {
  render(<Steps titles={titles} />);
  const code = screen.getByLabelText("Code");
  expect(document.activeElement).toBe(code);
  fireEvent.change(code, { target: { value: "1" } });
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: titles[1] }));
});
