import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { SignupAnswer } from "#app/lib/forms/signup-answer.ts";
import { NewsletterForm } from "./newsletter-form.tsx";

const address = "dana@northfield.example";

function open(...answers: (SignupAnswer | Promise<SignupAnswer>)[]) {
  const send = vi.fn(async () => await answers.shift()!);
  const toast = vi.fn();
  const onDone = vi.fn();
  render(<NewsletterForm source="popup" send={send} toast={toast} onDone={onDone} />);
  return { send, toast, onDone };
}
const email = () => screen.getByLabelText<HTMLInputElement>("Email");
const subscribe = () => act(async () => fireEvent.submit(email().form!));
const type = (text: string) => fireEvent.input(email(), { target: { value: text } });

test("a missing or invalid address shows an error at the focused field, and nothing is submitted", async () => {
  const { send } = open();
  await subscribe();
  expect(screen.getByText("Email is required")).toBeTruthy();
  type("dana@");
  expect(email().getAttribute("aria-invalid")).toBeNull();
  await subscribe();
  expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
  expect(document.activeElement).toBe(email());
  expect(send).not.toHaveBeenCalled();
});

test("a failed signup shows a toast, keeps the address and can be retried", async () => {
  const { send, toast, onDone } = open(
    { ok: false, message: "The list is being moved." },
    { ok: false },
    { ok: false, message: "Known to bounce.", fields: { email: "Known to bounce." } },
  );
  type(address);
  for (const text of ["The list is being moved.", "Something went wrong. Please try again.", "Known to bounce."]) {
    await subscribe();
    expect(toast).toHaveBeenLastCalledWith({ title: "Signup Failed", text, kind: "error" });
    expect(email().value).toBe(address);
  }
  expect(send).toHaveBeenCalledTimes(3);
  expect(document.activeElement).toBe(email());
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ["a new subscriber", "You've successfully joined our newsletter!", "Welcome Aboard!", "done", 2000],
  ["an existing one", "You're already subscribed.", "Already Subscribed", "info", 2500],
] as const)("%s sees the outcome, and the dialog closes after a delay", async (_, message, shown, kind, ms) => {
  vi.useFakeTimers();
  const { send, toast, onDone } = open({ ok: true, message });
  type(` ${address.toUpperCase()} `);
  await subscribe();
  expect(send).toHaveBeenCalledWith({ email: address, source: "popup", email_confirm: "" });
  expect(screen.getByText(shown)).toBeTruthy();
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ kind }));
  vi.advanceTimersByTime(ms - 1);
  expect(onDone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onDone).toHaveBeenCalledOnce();
});
