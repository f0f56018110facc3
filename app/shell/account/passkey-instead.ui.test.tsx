import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { PasskeyInstead } from "./passkey-instead.tsx";

function Example() {
  const [busy, setBusy] = useState(false);
  return <PasskeyInstead busy={busy} onBusy={setBusy} onProven={() => undefined} onRefused={() => undefined} />;
}

test("the button says that it waits for the passkey, keeps the focus, and starts one prompt", async () => {
  let prompts = 0;
  let dismiss = () => {};
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ challenge: "AAAA" })));
  const get = () =>
    new Promise((_, reject) => {
      prompts += 1;
      dismiss = () => reject(new DOMException("Dismissed", "NotAllowedError"));
    });
  Object.defineProperty(navigator, "credentials", { configurable: true, value: { get } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "credentials");
  });
  render(<Example />);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: /^Use a passkey/ });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  await vi.waitFor(() => expect(prompts).toBe(1), 60_000);
  expect(button.textContent).toContain("Waiting for your passkey");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  dismiss();
  await vi.waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull(), 60_000);
  expect(prompts).toBe(1);
});
