import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";

/** Chromium's virtual authenticator: a platform authenticator that stores passkeys and verifies its user. */
export async function addAuthenticator(page: Page) {
  // It would respond to the email field's prompt automatically, before the button is clicked.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

export async function addPasskey(page: Page, password: string) {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await expectAccessible(page, { within: "dialog[open]" });
  await dialog.getByLabel("Name").fill("Work laptop");
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("list", { name: "Your passkeys" })).toContainText("Work laptop");
  await expect(dialog).toBeHidden();
}
