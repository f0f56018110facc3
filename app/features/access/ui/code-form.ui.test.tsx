import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { codeMessages } from "../access.ts";
import { CodeForm } from "./code-form.tsx";

const refusedWith = async (message: string, length: 14 | 20) => {
  const send = async () => ({ ok: false as const, message });
  render(<CodeForm length={length} submitLabel="Validate Code" send={send} onGranted={() => {}} />);
  fireEvent.input(screen.getByLabelText("Access Code"), { target: { value: "ABCD-EFGH-JKMN" } });
  fireEvent.click(screen.getByRole("button", { name: /Validate Code/ }));
  await screen.findByText(message);
};

test("a code refused for lack of a session links to the sign-in, on the page and in the dialog", async () => {
  await refusedWith(codeMessages.signInFirst, 20);
  expect(screen.getByRole("link", { name: "Go to Sign In" }).getAttribute("href")).toBe("/auth?next=%2Fverify-access");
});

test("a code of another address leads to the page on which the account can be changed", async () => {
  await refusedWith(codeMessages.otherEmail, 14);
  expect(screen.getByRole("link", { name: "Use another account" }).getAttribute("href")).toBe("/verify-access");
});

test("other refusals have no link", async () => {
  await refusedWith(codeMessages.unknown, 14);
  expect(screen.queryByRole("link")).toBeNull();
});

test("the dialog links a used code, which another tab redeemed, to the wizard", async () => {
  await refusedWith(codeMessages.alreadyUsed, 14);
  expect(screen.getByRole("link", { name: "Go to the wizard" }).getAttribute("href")).toBe("/blueprint/wizard");
});
