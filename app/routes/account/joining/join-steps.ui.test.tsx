import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { JoinSteps } from "./join-steps.tsx";

const options = {
  ...{ challenge: "AAAA", rp: { id: "gtmarc.example", name: "GTMarc" }, pubKeyCredParams: [] },
  user: { id: "AAAA" },
};
const enrollment = { secret: "JBSWY3DP", uri: "otpauth://totp/GTMarc?secret=JBSWY3DP", qr: ["11", "11"] };

/** The browser's prompts, in their order; `finish` dismisses one. */
let prompts: { signal: AbortSignal; finish: () => void }[] = [];
beforeEach(() => {
  prompts = [];
  sessionStorage.clear();
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", {
    configurable: true,
    value: {
      create: ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          const finish = () => reject(new DOMException("Dismissed", "NotAllowedError"));
          prompts.push({ signal, finish });
        }),
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, "credentials");
  });
});

const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const passkey = () => button(/^Use a passkey instead/);
function show() {
  render(
    <JoinSteps
      {...{ isNew: true, email: "dana@firm.example", enrollment, next: "/admin" }}
      passkey={options}
      send={() => Promise.reject(new Error("not sent"))}
    />,
  );
  for (const [label, value] of [
    ["First Name", "Dana"],
    ["Last Name", "Reed"],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test("further presses while the browser makes a passkey start no second prompt, and the form waits for it", async () => {
  show();
  fireEvent.click(passkey());
  fireEvent.click(passkey());
  await vi.waitFor(() => expect(prompts).toHaveLength(1), 60_000);
  expect(passkey().getAttribute("aria-disabled")).toBe("true");
  expect(passkey().textContent).toContain("Waiting for your device");
  fireEvent.click(passkey());
  expect(button(/^Continue/).disabled).toBe(true);
  prompts[0]!.finish();
  await vi.waitFor(() => expect(passkey().getAttribute("aria-disabled")).toBeNull(), 60_000);
  expect(prompts).toHaveLength(1);
  expect(prompts[0]!.signal.aborted).toBe(false);
  expect(button(/^Continue/).disabled).toBe(false);
});

test("after a dismissed prompt, and after a missing name, the next press is another attempt", async () => {
  show();
  fireEvent.change(screen.getByLabelText("First Name"), { target: { value: "" } });
  fireEvent.click(passkey());
  await vi.waitFor(() => expect(passkey().getAttribute("aria-disabled")).toBeNull(), 60_000);
  expect(prompts).toEqual([]);
  fireEvent.change(screen.getByLabelText("First Name"), { target: { value: "Dana" } });
  for (const attempt of [1, 2]) {
    fireEvent.click(passkey());
    await vi.waitFor(() => expect(prompts).toHaveLength(attempt), 60_000);
    prompts.at(-1)!.finish();
    expect(await screen.findByText(/passkey/i, { selector: "[role=alert] *, [role=alert]" })).toBeTruthy();
    await vi.waitFor(() => expect(passkey().getAttribute("aria-disabled")).toBeNull(), 60_000);
  }
});
