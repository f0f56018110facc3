import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Refusal } from "../form-faults.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const fill = (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
};
const submit = () => act(async () => fireEvent.submit(screen.getByRole("form", { name: "Sign Up" })));
const describedBy = (label: string) =>
  (screen.getByLabelText(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

test("each broken rule has its own message at its field, and nothing is submitted", async () => {
  const onValid = vi.fn();
  render(<SignUpForm site="" refusal={undefined} busy={false} onValid={onValid} />);
  fill({ Email: "dana@", Password: "short", "Confirm Password": "other" });
  await submit();
  expect(describedBy("Password")).toContain("Password must be at least 8 characters");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  expect(describedBy("Confirm Password")).toContain("Passwords do not match");
  expect(onValid).not.toHaveBeenCalled();

  fill({ Email: "dana@northfield.example", Password: "Draw2Automate", "Confirm Password": "Draw2Automate" });
  await submit();
  expect(onValid).toHaveBeenCalledWith({ email: "dana@northfield.example", password: "Draw2Automate" });
});

test("a server error is shown at the field that it names", () => {
  const message = "This password is too common. Please choose another.";
  const refusal = { message, fields: { password: message } };
  const form = (refused?: Refusal) => <SignUpForm site="" refusal={refused} busy={false} onValid={() => {}} />;
  const { rerender } = render(form());
  rerender(form(refusal));
  expect(describedBy("Password")).toContain(message);
});
