import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { MailedCode } from "#app/features/accounts/accounts.ts";
import type { Refusal } from "../form-faults.tsx";
import { CodeForm } from "./code-form.tsx";

const wrong: Refusal = { message: "Invalid verification code. Please try again." };

function RefusingPage({ sent }: { sent: (code: string) => void }) {
  const [state, setState] = useState<{ busy: boolean; refusal?: Refusal }>({ busy: false });
  return (
    <CodeForm
      schema={MailedCode}
      busy={state.busy}
      refusal={state.refusal}
      onValid={({ code }) => {
        sent(code);
        setState({ busy: true });
        setTimeout(() => setState({ busy: false, refusal: { ...wrong } }), 100);
      }}
    />
  );
}

const sent = vi.fn();
const field = () => screen.getByLabelText<HTMLInputElement>("Verification Code");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const submit = () => fireEvent.submit(field().form!);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  sent.mockReset();
  vi.useFakeTimers();
  render(<RefusingPage sent={sent} />);
});

test("the sixth digit submits the code once after a delay; a refused code is cleared and the field focused", () => {
  type("000000");
  pass(599);
  expect(sent).not.toHaveBeenCalled();
  pass(1);
  expect(sent.mock.calls).toEqual([["000000"]]);
  pass(2000);
  expect(sent).toHaveBeenCalledOnce();
  expect(screen.getByText(wrong.message)).toBeTruthy();
  expect(field().value).toBe("");
  expect(document.activeElement).toBe(field());
});

test("Enter and the button submit at once, without a second automatic submission", () => {
  for (let round = 1; round <= 2; round += 1) {
    type("000000");
    submit();
    expect(sent).toHaveBeenCalledTimes(round);
    submit();
    pass(2000);
    expect(sent).toHaveBeenCalledTimes(round);
  }
});

test("five digits are not submitted, and the field shows an error", () => {
  type("12345");
  submit();
  expect(screen.getByText("Enter the 6 digits from the email.")).toBeTruthy();
  pass(2000);
  expect(sent).not.toHaveBeenCalled();
});
