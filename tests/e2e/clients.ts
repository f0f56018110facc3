import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../app/features/accounts/totp.server.ts";
import { northfield } from "../../db/world.ts";
import { newPerson, type Person } from "./people.ts";
import { settled } from "./stillness.ts";

/** The product that a journey is about: its address, and the directory of its data. */
export type Site = { url: string; dataDir: string };

const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: { company: object; stack: object[]; processes: object[] } }
>;

/** The operator's command line, while the product runs; answers what it printed. */
async function command(site: Site, args: string[], input?: string): Promise<string> {
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const run = promisify(execFile)(process.execPath, [program, "cli", ...args], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      DATA_DIR: site.dataDir,
      LOG_LEVEL: "warn",
    },
  });
  run.child.stdin?.end(input ?? "");
  return (await run).stdout;
}

/** A call of the page's own session, as its client would send it. */
async function send(page: Page, site: Site, path: string, data: object, method = "POST") {
  const answer = await page.request.fetch(site.url + path, { method, data, headers: { origin: site.url } });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer;
}

/** Signs somebody new in who may use the wizard and has a finished analysis of the worked example. */
export async function clientWithAnalysis(page: Page, site: Site, name: string): Promise<Person & { id: string }> {
  const person = newPerson(name);
  const { email, password } = person;
  await send(page, site, "/api/auth/sign-up/email", { email, password });
  await command(site, ["user", "verify", email]);
  await send(page, site, "/api/auth/sign-in/email", { email, password });
  const code = /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(await command(site, ["access-code", "issue", email]))?.[0];
  await send(page, site, "/api/functions/validate-access-code", { code });
  const { company, stack, processes } = vectors["V1 SaaS 45 people"]!.input;
  const start = await send(page, site, "/api/blueprints", { mode: "guided" });
  const { id } = (await start.json()) as { id: string };
  const about = { companyName: northfield.name };
  await send(page, site, `/api/blueprints/${id}`, { version: 1, inputs: { company, stack, processes }, about }, "PUT");
  await send(page, site, `/api/blueprints/${id}/analysis`, {});
  return { ...person, id };
}

/** Signs a new admin in, with the second factor. */
export async function adminIn(page: Page, site: Site, name = "architect"): Promise<Person> {
  const person = newPerson(name);
  const { email, password } = person;
  await command(site, ["admin", "create", email, "--password-stdin", "--totp-secret", totpSecret], `${password}\n`);
  await page.request.post(`${site.url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: site.url },
  });
  await send(page, site, "/api/auth/two-factor/verify-totp", { code: await codeOf(totpSecret, stepAt(new Date())) });
  return person;
}

/**
 * Looks at the page, or at the `part` of it that a selector names, at both widths: axe finds nothing, and nothing scrolls
 * sideways. With E2E_SHOTS set to a directory, a picture of each is kept there under `name`.
 */
export async function look(page: Page, name: string, part?: string): Promise<void> {
  const shots = process.env["E2E_SHOTS"];
  // A page on its way in would end its transition, loudly, when the window changes.
  await settled(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.waitForTimeout(250);
    const path = `${shots}/${name}-${width}.png`;
    if (shots && part) await page.locator(part).screenshot({ path });
    else if (shots) await page.screenshot({ path, fullPage: true });
    await settled(page);
    const axe = part ? new AxeBuilder({ page }).include(part) : new AxeBuilder({ page });
    const { violations } = await axe.analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      `${name} at ${width}`,
    ).toEqual([]);
    const wide = await page.evaluate((selector) => {
      const box = selector ? document.querySelector(selector) : document.documentElement;
      return box ? box.scrollWidth - box.clientWidth : 0;
    }, part);
    expect(wide, `${name} at ${width} scrolls sideways`).toBeLessThanOrEqual(0);
  }
}
