import { expect, type Page } from "@playwright/test";
import { northfield } from "../../db/world.ts";
import { accessCodeIn, digitsIn, linkIn, waitForMail } from "./mailbox.ts";
import { type Site, site } from "./site.ts";

/** A new user, so that journeys never share accounts. */
export const newPerson = (name: string, domain = `${northfield.slug}-${name}.example`) => ({
  email: `${name}-${Date.now().toString(36)}@${domain}`,
  password: "Draw2Automate",
});
export type Person = ReturnType<typeof newPerson>;

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

/** Creates an account and signs in through the API, for journeys about something else. */
export async function createAccount(page: Page, person: Person, at: Site = site()): Promise<void> {
  await sendRequest(page, "POST", "/api/auth/sign-up/email", person, at);
  const mail = await waitForMail(person.email, /verify/i, at);
  await sendRequest(page, "POST", "/api/auth/verify-email", { code: digitsIn(mail) }, at);
}

/**
 * Creates and signs in a new user, with access to the wizard unless `access` is false. main-job.spec.ts does it through the
 * pages.
 */
export async function signInNew(
  page: Page,
  name: string,
  { access = true, domain, at = site() }: { access?: boolean; domain?: string; at?: Site } = {},
): Promise<Person> {
  const person = newPerson(name, domain);
  if (access) await askForAccess(page, person.email, at);
  await createAccount(page, person, at);
  if (!access) return person;
  const code = accessCodeIn(await waitForMail(person.email, /access code/i, at));
  await sendRequest(page, "POST", "/api/functions/validate-access-code", { code }, at);
  return person;
}

let clients = 0;

/** Uses its own client address, because one address would exceed its limit. */
async function askForAccess(page: Page, email: string, at: Site) {
  clients += 1;
  const answer = await page.request.post(`${at.url}/api/functions/request-access-code`, {
    data: { email, company_name: northfield.name },
    headers: { "x-forwarded-for": `198.18.${clients >> 8}.${clients & 255}` },
  });
  expect(answer.status()).toBe(200);
}

export const signInAgain = (page: Page, { email, password }: Person, at: Site = site()) =>
  sendRequest(page, "POST", "/api/auth/sign-in/email", { email, password }, at);

/** An API request with the page's session. Throws unless it succeeds. */
export async function sendRequest<Body>(
  page: Page,
  method: string,
  path: string,
  data?: object,
  at: Site = site(),
): Promise<Body> {
  const answer = await page.request.fetch(at.url + path, {
    method,
    ...(data && { data }),
    headers: { origin: at.url },
  });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json().catch(() => undefined)) as Body;
}
