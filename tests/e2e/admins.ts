import type { Page } from "@playwright/test";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { gtmarc } from "./command-line.ts";
import { newPerson, type Person, sendRequest, signInAgain } from "./people.ts";
import { type Site, site } from "./site.ts";

export const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** Creates an admin with the command line and signs in with the second factor, through the API. */
export async function signInAsAdmin(page: Page, name: string, at: Site = site()): Promise<Person> {
  const admin = newPerson(name);
  const args = ["admin", "create", admin.email, "--password-stdin", "--totp-secret", totpSecret];
  await gtmarc(args, { input: `${admin.password}\n`, at });
  await signInAgain(page, admin, at);
  const code = await codeOf(totpSecret, stepAt(new Date()));
  await sendRequest(page, "POST", "/api/auth/two-factor/verify-totp", { code }, at);
  return admin;
}
