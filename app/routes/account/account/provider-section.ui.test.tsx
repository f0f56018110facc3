import { fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub, useLoaderData } from "react-router";
import { expect, test } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import type { AccountData } from "./account-data.server.ts";
import { ProviderSection } from "./provider-section.tsx";

const Section = () => <ProviderSection {...(useLoaderData() as AccountData)} />;
const createdAt = new Date("2026-07-01T12:00:00Z");

test.each([
  ["the last", []],
  ["one of two", [{ provider: "microsoft", createdAt }]],
])("after %s was disconnected the dialog is gone and the section has the focus", async (_, left) => {
  const before = { providers: [{ provider: "google", createdAt }, ...left], hasPassword: false };
  const Stub = createRoutesStub([
    {
      path: "/account",
      Component: Section,
      loader: () => ({ ...before, providers: left }),
      action: () => ({ intent: "provider-off", ok: true, at: 1 }),
    },
  ]);
  render(<Stub initialEntries={["/account"]} hydrationData={{ loaderData: { "0": before } }} />, {
    wrapper: InNewYork,
  });
  const button = screen.getByRole("button", { name: "Disconnect Google" });
  button.focus();
  fireEvent.click(button);
  const confirm = screen.getAllByRole("button", { name: /^Disconnect Google/ }).at(-1)!;
  confirm.focus();
  fireEvent.click(confirm);
  await expect.poll(() => screen.queryAllByRole("button", { name: /^Disconnect Google/ })).toEqual([]);
  const heading = screen.getByRole("heading", { name: "Sign-in providers" });
  await expect.poll(() => document.activeElement).toBe(heading);
  expect(screen.queryAllByRole("list").length, "no empty list").toBe(left.length);
});
