import { render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { InviteeForm } from "./invitee-form.tsx";

type Props = ComponentProps<typeof InviteeForm>;

function Form({ changeLimitHours }: { changeLimitHours: number }) {
  const form = useForm() as unknown as Props["form"];
  const kind = {
    questions: [],
    needsConfirmation: false,
    where: "Online.",
    changeLimitHours,
  } as unknown as Props["kind"];
  return <InviteeForm form={form} kind={kind} failure={null} onSubmit={async () => undefined} />;
}

test.each([
  [0, "With a link to move or cancel the call."],
  [1, "You can move or cancel the call until 1 hour before its start."],
  [48, "You can move or cancel the call until 48 hours before its start."],
])("with a limit of %i hours the form promises: %s", (changeLimitHours, promise) => {
  render(<Form changeLimitHours={changeLimitHours} />);
  expect(screen.getByRole("list", { name: "What happens next" }).textContent).toContain(promise);
});
