import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AuthFrame } from "#app/features/accounts/ui/sign-in/auth-frame.tsx";
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
function show(recoveryCodes: string[] | null = null) {
  render(
    <AuthFrame title="Set up your firm">
      <JoinSteps
        {...{ isNew: true, email: "dana@firm.example", enrollment, next: "/admin" }}
        passkey={options}
        send={async () =>
          recoveryCodes ? { ok: true, value: { recoveryCodes } } : Promise.reject(new Error("not sent"))
        }
      />
    </AuthFrame>,
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

test("a step that replaces the form with the focus takes it: the recovery codes, and the account again", async () => {
  show(["ABCDE-FGHJK"]);
  const continued = async () => {
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "Quiet-Harbor-42" } });
    button(/^Continue/).focus();
    fireEvent.click(button(/^Continue/));
    return await screen.findByLabelText<HTMLInputElement>("Verification Code");
  };
  const first = await continued();
  expect(document.activeElement).toBe(first);
  button(/^Back to your account/).focus();
  fireEvent.click(button(/^Back to your account/));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: "Set up your firm" }));
  const code = await continued();
  expect(document.activeElement).toBe(code);
  fireEvent.change(code, { target: { value: "123456" } });
  const heading = await screen.findByRole("heading", { name: "Keep these ten recovery codes" });
  await expect.poll(() => document.activeElement).toBe(heading);
});
