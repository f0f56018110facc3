import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { AskedField, ConfirmDialog } from "./confirm-dialog.tsx";

const refusal = "This person is in the team already.";

function Invite({ refusedField = "email" }: { refusedField?: string }) {
  const [refusedFields, setRefused] = useState<Record<string, string>>();
  return (
    <ConfirmDialog
      open
      title="Invite to the team"
      confirm="Send invitation"
      busyText="Sending"
      busy={false}
      refusal={refusedFields && refusal}
      refusedFields={refusedFields}
      onConfirm={() => setRefused({ [refusedField]: refusal })}
      onClose={() => {}}
    >
      <AskedField label="Email" name="email" hint="Their work address." />
      <AskedField label="Note" name="note" />
    </ConfirmDialog>
  );
}

test("a refused field of a dialog has the focus and its sentence, which is said once and announced", () => {
  render(<Invite />);
  const field = screen.getByLabelText("Email");
  expect(field.hasAttribute("aria-invalid")).toBe(false);
  fireEvent.submit(field.closest("form")!);
  expect(screen.getAllByText(refusal)).toHaveLength(1);
  expect(screen.getByRole("alert").textContent).toBe(refusal);
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.getAttribute("aria-describedby")?.split(" ")).toContain(screen.getByRole("alert").id);
  expect(screen.getByLabelText("Note").hasAttribute("aria-invalid")).toBe(false);
});

test("a refusal of what the dialog has no field for is shown in the dialog", () => {
  render(<Invite refusedField="role" />);
  fireEvent.submit(screen.getByLabelText("Email").closest("form")!);
  expect(screen.getAllByText(refusal)).toHaveLength(1);
  expect(screen.getByRole("alert").textContent).toContain(refusal);
});
