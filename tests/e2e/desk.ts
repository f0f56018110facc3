import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../app/features/accounts/totp.server.ts";
import { newPerson, type Person } from "./people.ts";

const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const run = promisify(execFile);

/** Makes an admin with the operator's command line, beside the running server, and signs them in with their code. */
export async function signInAsAdmin(page: Page, name: string): Promise<Person> {
  const person = newPerson(name);
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const command = run(
    process.execPath,
    [program, "admin", "create", person.email, "--password-stdin", "--totp-secret", totpSecret],
    {
      env: {
        ...process.env,
        NODE_ENV: "production",
        GTMARC_MODE: "development",
        DATA_DIR: process.env["E2E_DATA_DIR"],
        LOG_LEVEL: "warn",
      },
    },
  );
  command.child.stdin?.end(`${person.password}\n`);
  await command;
  await page.goto("/auth");
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Verification Code").fill(await codeOf(totpSecret, stepAt(new Date())));
  await expect(page).not.toHaveURL(/\/auth/);
  return person;
}
