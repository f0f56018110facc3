import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FormAnswer } from "./form-answer.ts";
import { RequestForm } from "./request-form.tsx";

function open(...answers: FormAnswer[]) {
  const send = vi.fn(async () => answers.shift()!);
  const showError = vi.fn();
  render(
    <dialog open>
      <RequestForm
        email={null}
        codeWithin="4 to 7 business days"
        send={send}
        showError={showError}
        campaign={() => ({ utm_source: "letter" })}
      />
    </dialog>,
  );
  return { send, showError, dialog: document.querySelector("dialog")! };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const submit = () => act(async () => fireEvent.submit(field("Email").form!));

test("each error appears at its field, the first gets the focus, and errors clear when corrected", async () => {
  const { send, showError } = open();
  type("Email", "robin@");
  await submit();
  expect(showError).toHaveBeenCalledWith({ title: "Validation Error", text: "Valid email address required" });
  expect(screen.getByText("Valid email address required")).toBeTruthy();
  expect(screen.getByText("Company name required")).toBeTruthy();
  expect(document.activeElement).toBe(field("Email"));
  type("Email", "robin@northfield.example");
  expect(field("Email").getAttribute("aria-invalid")).toBeNull();
  expect(field("Company Name").getAttribute("aria-invalid")).toBe("true");
  expect(send).not.toHaveBeenCalled();
});

test("a rejected request shows the error and keeps the input", async () => {
  const { send, showError } = open(
    { ok: false, message: "Something went wrong. Please try again." },
    { ok: false, message: "Use your work address.", fields: { email: "Use your work address." } },
  );
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  await submit();
  expect(showError).toHaveBeenLastCalledWith(
    expect.objectContaining({ text: "Something went wrong. Please try again." }),
  );
  expect(field("Company Name").value).toBe("Northfield");
  await submit();
  expect(screen.getByText("Use your work address.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Email"));
  expect(send).toHaveBeenLastCalledWith(
    expect.objectContaining({ email: "dana@northfield.example", company_name: "Northfield", utm_source: "letter" }),
  );
});

test("a success clears the toast of an earlier failure", async () => {
  const { showError } = open({ ok: true });
  await submit();
  expect(showError).toHaveBeenCalledOnce();
  expect(showError).not.toHaveBeenCalledWith(null);
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  await submit();
  expect(screen.getByText("Your request is in")).toBeTruthy();
  expect(showError).toHaveBeenLastCalledWith(null);
});

test("after a success the dialog stays open for four seconds, closes and resets", async () => {
  vi.useFakeTimers();
  const { dialog } = open({ ok: true });
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  await submit();
  expect(screen.getByText("Your request is in")).toBeTruthy();
  act(() => vi.advanceTimersByTime(3999));
  expect(dialog.open).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(dialog.open).toBe(false);
  expect(field("Email").value).toBe("");
});

test("the confirmation promises no date when a person reviews the request", async () => {
  open({ ok: true, needsPerson: true });
  type("Email", "dana@gmail.com");
  type("Company Name", "Northfield");
  await submit();
  expect(screen.getByText("Your request is in")).toBeTruthy();
  expect(screen.getByText(/A person reviews requests from this email provider/)).toBeTruthy();
  expect(screen.queryByText(/4 to 7 business days/)).toBeNull();
});

test("a request is kept when its details cannot be saved to the profile, and the toast says so", async () => {
  const { showError } = open({ ok: true, isSynced: false });
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  await submit();
  expect(screen.getByText("Your request is in")).toBeTruthy();
  expect(showError).toHaveBeenLastCalledWith({ title: "Sync Error", text: "Failed to sync profile data." });
});
