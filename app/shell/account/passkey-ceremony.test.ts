import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("@simplewebauthn/browser");
  vi.resetModules();
});

test.each([
  ["Failed to fetch dynamically imported module: /assets/x.js", "passkeys_not_loaded"],
  ["The operation either timed out or was not allowed.", "passkey_canceled"],
])("a passkey that fails with %j is refused with %j", async (message, code) => {
  vi.stubGlobal("fetch", async () => Response.json({ challenge: "c" }));
  const fails = () => Promise.reject(new TypeError(message));
  vi.doMock("@simplewebauthn/browser", () => ({ startAuthentication: fails, startRegistration: fails }));
  const { addPasskey, finishPasskeyProof, signInWithPasskey } = await import("./passkey-ceremony.ts");
  for (const answer of [
    await addPasskey({ name: "Laptop" }),
    await finishPasskeyProof({ challenge: "c" }),
    await signInWithPasskey({ autofill: false }),
  ])
    expect(answer).toMatchObject({ ok: false, error: { code } });
});
