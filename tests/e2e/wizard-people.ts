import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Browser, expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../app/features/accounts/totp.server.ts";
import type { DraftPart } from "../../app/features/blueprint/blueprint.ts";
import { newPerson, type Person } from "./people.ts";

/*
 * People with and without wizard access, made by the operator's command line and the calls, so that journeys of the wizard
 * begin at the wizard. Signing up and redeeming a code by hand is main-job.spec.ts and access.spec.ts.
 */

const run = promisify(execFile);
const baseUrl = `http://localhost:${process.env["E2E_PORT"] ?? 3210}`;

/** The operator's command line beside the running server; what it printed as JSON. */
async function gtmarc(words: string[], input = ""): Promise<Record<string, string>> {
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const command = run(process.execPath, [program, ...words, "--json"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      LOG_LEVEL: "error",
      DATA_DIR: process.env["E2E_DATA_DIR"],
    },
  });
  command.child.stdin?.end(input);
  return JSON.parse((await command).stdout) as Record<string, string>;
}

/** Somebody who is signed in in this page's browser; with wizard access unless said otherwise. */
export async function signInNew(page: Page, name: string, { access = true } = {}): Promise<Person> {
  const person = newPerson(name);
  await call(page, "POST", "/api/auth/sign-up/email", person);
  await gtmarc(["user", "verify", person.email]);
  await signInAgain(page, person);
  if (access) {
    const { code } = await gtmarc(["access-code", "issue", person.email]);
    await call(page, "POST", "/api/functions/validate-access-code", { code });
  }
  return person;
}

export const signInAgain = (page: Page, { email, password }: Person) =>
  call(page, "POST", "/api/auth/sign-in/email", { email, password });

/** A call with the page's session, as the page itself would make it. Fails unless it succeeds. */
export async function call<Body>(page: Page, method: string, path: string, data?: object): Promise<Body> {
  const answer = await page.request.fetch(path, { method, ...(data && { data }), headers: { origin: baseUrl } });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json().catch(() => undefined)) as Body;
}

/** A draft of the signed-in person; its id. */
export async function startDraft(page: Page, inputs: DraftPart, about: object = {}, step = "profile"): Promise<string> {
  const { id, version } = await call<{ id: string; version: number }>(page, "POST", "/api/blueprints", {
    mode: "guided",
  });
  await call(page, "PUT", `/api/blueprints/${id}`, { version, inputs, about, step });
  return id;
}

const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** An admin in a browser of their own, who can end the access of a person and give it back. */
export async function newDoorkeeper(browser: Browser) {
  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.99" } });
  const page = await context.newPage();
  const admin = newPerson("doorkeeper");
  await gtmarc(
    ["admin", "create", admin.email, "--password-stdin", "--totp-secret", totpSecret],
    `${admin.password}\n`,
  );
  await signInAgain(page, admin);
  await call(page, "POST", "/api/auth/two-factor/verify-totp", { code: await codeOf(totpSecret, stepAt(new Date())) });
  return {
    end: (userId: string) => call(page, "DELETE", `/api/admin/access-grants/${userId}`),
    giveBack: (userId: string) => call(page, "POST", `/api/admin/access-grants/${userId}`, {}),
    leave: () => context.close(),
  };
}

/** The id of whoever is signed in. */
export const userIdOf = async (page: Page): Promise<string> =>
  (await (await page.request.get("/api/auth/get-session")).json()).user.id;
