import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ErrorSummary } from "./error-summary.tsx";

const name = { id: "name", label: "Name" };
const guests = { id: "guests", label: "Guests" };

function Form({ fields, attempt }: { fields: { id: string; label: string }[]; attempt: number }) {
  return (
    <form>
      {attempt > 0 && <ErrorSummary fields={fields} attempt={attempt} />}
      <input id="name" aria-label="Name" />
      <input id="guests" aria-label="Guests" />
    </form>
  );
}
const box = () => screen.getByRole("group", { name: /need attention/ });

test("a second error that appears while the user types leaves the focus in the field", () => {
  const { rerender } = render(<Form fields={[]} attempt={0} />);
  rerender(<Form fields={[name]} attempt={1} />);
  const field = screen.getByLabelText("Guests");
  field.focus();
  fireEvent.input(field, { target: { value: "n" } });
  rerender(<Form fields={[name, guests]} attempt={1} />);
  expect(box()).toBeTruthy();
  expect(document.activeElement).toBe(field);
  rerender(<Form fields={[name, guests]} attempt={2} />);
  expect(document.activeElement, "another attempt").toBe(box());
});

test("errors of a server that arrive after the attempt get the focus", () => {
  const { rerender } = render(<Form fields={[]} attempt={1} />);
  act(() => screen.getByLabelText("Name").focus());
  rerender(<Form fields={[name, guests]} attempt={1} />);
  expect(document.activeElement).toBe(box());
});
