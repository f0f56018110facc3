import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { SignupAnswer } from "#app/lib/forms/signup-answer.ts";
import { TrainingForm } from "./training-form.tsx";

const program = "GTM Strategy & RevOps Workshop";

function open(...answers: (SignupAnswer | Promise<SignupAnswer>)[]) {
  const send = vi.fn(async () => await answers.shift()!);
  const toast = vi.fn();
  const onDone = vi.fn();
  render(
    <dialog open>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
      <TrainingForm program={program} send={send} toast={toast} onDone={onDone} />
    </dialog>,
  );
  return { send, toast, onDone };
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
const submit = () => act(async () => fireEvent.submit(field("Email").form!));

test("missing fields show an error and a toast, and nothing is submitted", async () => {
  const { send, toast } = open();
  await submit();
  expect(toast).toHaveBeenCalledWith({ title: "Registration Failed", text: "Invalid email address", kind: "error" });
  expect(screen.getByText("Company name is required")).toBeTruthy();
  expect(document.activeElement).toBe(field("Email"));
  expect(send).not.toHaveBeenCalled();
});

test("correcting one of two faults leaves the focus in its field; the next attempt focuses the first fault", async () => {
  open();
  await submit();
  type("Email", "d");
  expect(field("Email").getAttribute("aria-invalid")).toBeNull();
  expect(document.activeElement).toBe(field("Email"));
  field("Company Name").focus();
  await submit();
  expect(document.activeElement).toBe(field("Email"));
});

test("during submission the form cannot be edited, submitted again or closed", async () => {
  const answer = Promise.withResolvers<SignupAnswer>();
  const { send } = open(answer.promise);
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  await submit();
  const dialog = document.querySelector("dialog")!;
  expect(screen.getByRole("group").hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("Submitting...")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Close" }).disabled).toBe(true);
  expect(dialog.getAttribute("closedby")).toBe("none");
  expect(fireEvent(dialog, new Event("cancel", { cancelable: true }))).toBe(false);
  await submit();
  expect(send).toHaveBeenCalledOnce();

  await act(async () => answer.resolve({ ok: true }));
  expect(screen.getByText("Registration Successful!")).toBeTruthy();
  expect(dialog.getAttribute("closedby")).toBe("any");
});

test("a failed registration shows a toast and keeps the input; the next attempt clears the toast", async () => {
  const { toast, onDone } = open(
    { ok: false, message: "Too many attempts." },
    { ok: false },
    { ok: false, message: "Known to bounce.", fields: { email: "Known to bounce." } },
  );
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  for (const text of ["Too many attempts.", "Please try again or contact support.", "Known to bounce."]) {
    await submit();
    expect(toast).toHaveBeenLastCalledWith({ title: "Registration Failed", text, kind: "error" });
    expect(field("Company Name").value).toBe("Northfield");
  }
  expect(toast.mock.calls.filter(([shown]) => shown === null)).toHaveLength(2);
  expect(screen.getByText("Known to bounce.")).toBeTruthy();
  expect(document.activeElement).toBe(field("Email"));
  expect(onDone).not.toHaveBeenCalled();
});

test("a registration is submitted with all fields and its program, and the dialog closes three seconds later", async () => {
  vi.useFakeTimers();
  const { send, onDone } = open({ ok: true });
  type("Email", "dana@northfield.example");
  type("Company Name", "Northfield");
  type("Company Website", "northfield.example/about");
  fireEvent.change(field("Industry"), { target: { value: "SaaS" } });
  await submit();
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({
      email: "dana@northfield.example",
      companyName: "Northfield",
      companyWebsite: "northfield.example/about",
      industry: "SaaS",
      trainingProgram: program,
    }),
  );
  vi.advanceTimersByTime(2999);
  expect(onDone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDone).toHaveBeenCalledOnce();
});
