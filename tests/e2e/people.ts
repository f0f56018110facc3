import { expect, type Page } from "@playwright/test";
import { northfield } from "../../db/world.ts";
import { linkIn, waitForMail } from "./mailbox.ts";

/** Somebody new, so that journeys never meet each other's accounts. */
export const newPerson = (name: string) => ({
  email: `${name}-${Date.now().toString(36)}@${northfield.slug}-${name}.example`,
  password: "Draw2Automate",
});
export type Person = ReturnType<typeof newPerson>;

/** Signs up, follows the mailed link, verifies with its one button, and signs in. */
export async function signUpAndIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto("/auth");
  await page
    .getByRole("link", { name: "Sign Up" })
    .or(page.getByRole("tab", { name: "Sign Up" }))
    .click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(
    page.getByText("Account created successfully! Please check your email to verify your account."),
  ).toBeVisible();

  await page.goto(linkIn(await waitForMail(email, /verify/i), "/auth/verify"));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, { email, password });
}

export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}
