import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { useReturningFocus } from "./use-returning-focus.ts";

function Page() {
  const [isOpen, setOpen] = useState(true);
  useReturningFocus(isOpen);
  return isOpen ? (
    <button type="button" onClick={() => setOpen(false)}>
      Reset
    </button>
  ) : null;
}

test.each(["before the page is live", "afterward"])("the focus returns to a field that was focused %s", (when) => {
  const main = document.body.appendChild(document.createElement("main"));
  const field = main.appendChild(document.createElement("input"));
  const container = main.appendChild(document.createElement("div"));
  if (when !== "afterward") field.focus();
  render(<Page />, { container });
  if (when === "afterward") field.focus();
  const reset = screen.getByRole("button", { name: "Reset" });
  reset.focus();
  fireEvent.click(reset);
  expect(document.activeElement).toBe(field);
  main.remove();
});
