import { execFileSync } from "node:child_process";
import { expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../app/features/accounts/totp.server.ts";
import type { Person } from "./people.ts";

export const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** The operator's command line beside the running server; what it prints. */
export const gtmarc = (args: string[], input?: string): string =>
  execFileSync(process.execPath, [`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`, ...args], {
    encoding: "utf8",
    ...(input === undefined ? {} : { input }),
    env: {
      ...process.env,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      LOG_LEVEL: "silent",
      PORT: process.env["E2E_PORT"] ?? "3210",
      DATA_DIR: process.env["E2E_DATA_DIR"],
    },
  });

/** An admin with a second factor, as the operator makes one. */
export function makeAdmin({ email, password }: Person): void {
  gtmarc(["admin", "create", email, "--password-stdin", "--totp-secret", totpSecret], `${password}\n`);
}

/** Password, then code; ends at `path`. */
export async function signInAsAdmin(page: Page, { email, password }: Person, path: string): Promise<void> {
  await page.goto(`/auth?next=${encodeURIComponent(path)}`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Verification Code").fill(await codeOf(totpSecret, stepAt(new Date())));
  await expect(page).toHaveURL((url) => url.pathname + url.search === path);
}
