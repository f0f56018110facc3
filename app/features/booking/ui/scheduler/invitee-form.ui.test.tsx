import { zodResolver } from "@hookform/resolvers/zod";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { inviteeFormFor } from "#app/features/booking/booking.ts";
import { InviteeForm } from "./invitee-form.tsx";

type Props = ComponentProps<typeof InviteeForm>;

function Form({ changeLimitHours, guests = "" }: { changeLimitHours: number; guests?: string }) {
  const form = useForm({
    resolver: zodResolver(inviteeFormFor([])),
    defaultValues: { name: "Dana Whitlock", email: "dana@northfield.example", guests, notes: "", answers: {} },
  }) as unknown as Props["form"];
  const kind = {
    questions: [],
    needsConfirmation: false,
    where: "Online.",
    changeLimitHours,
  } as unknown as Props["kind"];
  return <InviteeForm form={form} kind={kind} failure={null} onSubmit={form.handleSubmit(() => {})} />;
}

test.each([
  [0, "With a link to move or cancel the call."],
  [1, "You can move or cancel the call until 1 hour before its start."],
  [48, "You can move or cancel the call until 48 hours before its start."],
])("with a limit of %i hours the form promises: %s", (changeLimitHours, promise) => {
  render(<Form changeLimitHours={changeLimitHours} />);
  expect(screen.getByRole("list", { name: "What happens next" }).textContent).toContain(promise);
});

test.each([
  ["lee@", /^Enter complete addresses/],
  [Array.from({ length: 6 }, (_, index) => `lee${index}@northfield.example`).join(), /^Invite at most 5 guests/],
])("a fault in the guests %s is said at their field", async (guests, sentence) => {
  render(<Form changeLimitHours={0} guests={guests} />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Guests");
  fireEvent.submit(field.form!);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
