import { fireEvent, render, screen } from "@testing-library/react";
import type { ContextType } from "react";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import type { AccountData } from "./account-data.server.ts";
import { EmailTab } from "./email-tab.tsx";
import { RefusedAccountForm } from "./use-account-action.ts";

const Tab = () => <EmailTab data={useLoaderData() as AccountData} />;
const unchanged = { email: "dana@firm.example", emailChange: null, countsClicks: false };
const pending = { ...unchanged, emailChange: { newEmail: "dana@new.example", confirmed: false } };

function show(before: object, after: object, refused: ContextType<typeof RefusedAccountForm> = null) {
  const Stub = createRoutesStub([
    {
      path: "/account",
      Component: Tab,
      loader: () => after,
      action: async ({ request }) => ({ intent: (await request.formData()).get("intent"), ok: true, at: 1 }),
    },
  ]);
  render(
    <RefusedAccountForm value={refused}>
      <Stub initialEntries={["/account"]} hydrationData={{ loaderData: { "0": before } }} />
    </RefusedAccountForm>,
    { wrapper: InNewYork },
  );
}

test("the state of a change that replaces its form gets the focus", async () => {
  show(unchanged, pending);
  fireEvent.change(screen.getByLabelText("New Email"), { target: { value: "dana@new.example" } });
  fireEvent.change(screen.getByLabelText("Current Password"), { target: { value: "Quiet-Harbor-42" } });
  const submit = screen.getByRole("button", { name: /^Change Email/ });
  submit.focus();
  fireEvent.click(submit);
  const heading = await screen.findByRole("heading", { name: "Email change pending" });
  await expect.poll(() => document.activeElement).toBe(heading);
});

test("the form that replaces a canceled change gets the focus", async () => {
  show(pending, unchanged);
  const cancel = screen.getByRole("button", { name: /^Cancel the change/ });
  cancel.focus();
  fireEvent.click(cancel);
  const heading = await screen.findByRole("heading", { name: "Change your email" });
  await expect.poll(() => document.activeElement).toBe(heading);
});

test("the choice of a refused form without scripts is kept", () => {
  const values = { intent: "clicks", counts: "yes" };
  show(unchanged, unchanged, { status: 429, values, fields: {}, message: "Too many attempts." });
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
});
