import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import fc from "fast-check";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { sendRequest, signInNew } from "./people.ts";
import { test } from "./varying-speed.ts";
import { hydrated, startDraft } from "./wizard-people.ts";

/*
 * Typed text is never lost, whatever the timing. Every round draws from one seed: a page, local data of an earlier visit,
 * delays of scripts and responses, whether another tab saves meanwhile, and the typing speed. Typing starts at the first paint.
 * Every run draws the same rounds; RANDOM_CASES=new draws new ones, TYPED_SEED repeats those, JOURNEY_ROUNDS=50 draws more.
 */

// Its own client address: the forms of all journeys together would exceed the hourly limit of one address.
test.use({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.66" } });

const rounds = 6;
const ownSeed = process.env["RANDOM_CASES"] === "new" ? Math.floor(Math.random() * 2 ** 31) : 20_261_130;
const seed = Number(process.env["TYPED_SEED"] ?? ownSeed);

const vectors = JSON.parse(readFileSync("app/features/roi/vectors/public.json", "utf8")) as Record<
  string,
  { input: ModelInput }
>;
const firm = Object.values(vectors)[0]!.input;

test("typed digit by digit right after the page appears, with the scripts on time or late: every digit and the focus", async ({
  page,
}) => {
  await signInNew(page, "digits");
  const late = await delayed(page, /\/assets\/.*\.js$/);
  // A new blueprint starts with the answers of the last one. What is typed differs from it, or nothing would have to be saved.
  for (const [scriptMs, keyMs, name, employees] of [
    [0, 90, "Northfield", "12345"],
    [400, 90, "Southfield", "23456"],
    [0, 140, "Northfield", "12345"],
    [400, 140, "Southfield", "23456"],
    [0, 190, "Northfield", "12345"],
    [400, 190, "Southfield", "23456"],
  ] as const) {
    await page.goto("/blueprint/wizard/mode");
    late.ms = scriptMs;
    await page.goto("/blueprint/wizard/profile?blueprint=new", { waitUntil: "commit" });
    await typeOver(page, page.getByLabel("Company Name"), name, keyMs / 2);
    const field = page.getByLabel("Employees");
    await typeOver(page, field, employees, keyMs);
    const about = `scripts ${scriptMs} ms late, ${keyMs} ms a key`;
    await expect(field, about).toHaveValue(employees);
    await expect(field, about).toBeFocused();
    await expect(page.getByLabel("Company Name"), about).toHaveValue(name);
    await expect(page.getByText(/^Saved at/), about).toBeVisible();
    await expect(field, about).toBeFocused();
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a number changed while a new revision is being saved is kept", async ({ page }) => {
  await signInNew(page, "saving");
  const id = await startDraft(page, firm, { companyName: "Northfield" });
  await sendRequest(page, "POST", `/api/blueprints/${id}/analysis`, {});
  await page.goto(`/blueprint/${id}`);
  await hydrated(page);
  let send = () => {};
  const held = new Promise<void>((done) => {
    send = done;
  });
  await page.route(`/api/blueprints/${id}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Loaded cost per hour", { exact: true }).fill("90");
  await page.getByRole("button", { name: "Save as new revision" }).click();
  const weeks = page.getByLabel("Working weeks a year", { exact: true });
  await typeOver(page, weeks, "44", 0);
  send();
  await expect(page.getByText("Saved as revision 2.")).toBeVisible();
  await expect(weeks).toHaveValue("44");
  await expect(weeks).toBeFocused();
  await expect(page.getByRole("region", { name: "Changed numbers" })).toContainText("1 number changed");
});

interface Text {
  label: string;
  text: string;
  nth?: number;
}

interface Plan {
  kind: keyof typeof pages;
  /** Local data of an earlier visit. */
  left: "nothing" | "unsent" | "invalid";
  scriptMs: number;
  answerMs: number;
  keyMs: number;
  conflict: "none" | "keep" | "load";
  /** Whether keys start at the first paint or after hydration. */
  isEarly: boolean;
  order: number[];
}

const pages = {
  profile: {
    path: (id: string) => `/blueprint/wizard/profile?blueprint=${id}`,
    texts: [
      { label: "Company Name", text: "Northfield & Söhne" },
      { label: "Company Website", text: "northfield.example/abc" },
      { label: "Employees", text: "12345" },
      { label: "Estimated Loaded Cost per Hour (USD)", text: "83.25" },
    ],
  },
  tools: {
    path: (id: string) => `/blueprint/wizard/tech-stack?blueprint=${id}`,
    texts: [
      { label: "Search 70 tools", text: "customer" },
      { label: "Your own tool", text: "House CRM" },
      { label: "Monthly Cost (USD)", text: "1234", nth: 0 },
      { label: "Monthly Cost (USD)", text: "98.75", nth: 1 },
    ],
  },
  processes: {
    path: (id: string) => `/blueprint/wizard/processes?blueprint=${id}`,
    texts: [
      { label: "Search 48 kinds of work", text: "invoice" },
      { label: "Process Name", text: "Month end close", nth: 0 },
      { label: "Hours per Person per Week", text: "12.5", nth: 1 },
      { label: "People", text: "17", nth: 0 },
    ],
  },
  quick: {
    path: (id: string) => `/quick-start?blueprint=${id}`,
    texts: [
      { label: "Employees", text: "12345" },
      { label: "Estimated Loaded Cost per Hour (USD)", text: "83.25" },
      { label: "Search 48 kinds of work", text: "invoice" },
    ],
  },
  analysis: {
    path: (id: string) => `/blueprint/${id}`,
    texts: [
      { label: "Loaded cost per hour", text: "83.25" },
      { label: "Working weeks a year", text: "44" },
      { label: "Adoption, most likely", text: "77" },
    ],
  },
} as const satisfies Record<string, { path: (id: string) => string; texts: Text[] }>;

const plans: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom(...(Object.keys(pages) as Plan["kind"][])),
  left: fc.constantFrom("nothing", "unsent", "invalid"),
  scriptMs: fc.constantFrom(0, 0, 100, 250, 400, 700),
  answerMs: fc.constantFrom(0, 50, 300, 900),
  keyMs: fc.integer({ min: 10, max: 190 }),
  conflict: fc.constantFrom("none", "none", "keep", "load"),
  isEarly: fc.boolean(),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }),
});

test(`${rounds} random interleavings of typing, hydration, saving, conflicts and navigation lose no character and no focus`, async ({
  page,
  context,
}, { repeatEachIndex }) => {
  await signInNew(page, "typing");
  const scripts = await delayed(page, /\/assets\/.*\.js$/);
  const responses = await delayed(page, /\/api\/blueprints\/[^/]+$/);
  const drawn = fc.sample(plans, { seed: seed + repeatEachIndex, numRuns: rounds });
  for (const plan of drawn)
    await test.step(`seed ${seed}, repetition ${repeatEachIndex}: ${JSON.stringify(plan)}`, () => typeThrough(plan));
  await page.unrouteAll({ behavior: "ignoreErrors" });

  async function typeThrough(plan: Plan) {
    const isQuick = plan.kind === "quick";
    const id = isQuick ? await startQuick(page) : await startDraft(page, firm, { companyName: "Northfield" });
    if (plan.kind === "analysis") await sendRequest(page, "POST", `/api/blueprints/${id}/analysis`, {});
    const { path } = pages[plan.kind];
    if (plan.kind !== "analysis") await leaveBehind(page, id, plan.left);
    const texts: readonly Text[] = pages[plan.kind].texts;
    const chosen = plan.order.flatMap((index) => texts[index] ?? []);

    scripts.ms = plan.scriptMs;
    responses.ms = plan.answerMs;
    await page.goto(path(id), { waitUntil: "commit" });
    if (!plan.isEarly) await hydrated(page);
    const saveElsewhere = plan.conflict !== "none" && plan.kind !== "analysis";
    for (const [index, one] of chosen.entries()) {
      if (saveElsewhere && index === 1) await saveFromElsewhere(page, id);
      const field = fieldOf(page, one);
      await typeOver(page, field, one.text, plan.keyMs);
      await expect(field).toHaveValue(one.text);
      await expect(field).toBeFocused();
    }
    await hydrated(page);
    for (const one of chosen) await expect(fieldOf(page, one)).toHaveValue(one.text);
    await expect(fieldOf(page, chosen.at(-1)!)).toBeFocused();

    // The quick start asks about a whole draft; the steps merge a field that only the other tab changed.
    const asks = saveElsewhere && isQuick;
    if (asks) await settleConflict(plan);
    if (plan.kind !== "analysis" && !(asks && plan.conflict === "load")) {
      await expect(page.getByText(/^Saved/)).toBeVisible();
      for (const one of chosen) await expect(fieldOf(page, one)).toHaveValue(one.text);
    }
    if (saveElsewhere && !isQuick) {
      const stored = await sendRequest<{ inputs: { company: { topOutcome: string } } }>(
        page,
        "GET",
        `/api/blueprints/${id}`,
      );
      expect(stored.inputs.company.topOutcome).toBe("cost");
    }
    const isComplete = plan.left !== "invalid" || chosen.some(({ label }) => label === "Employees");
    if (plan.kind === "profile" && !saveElsewhere && isComplete) {
      await page.keyboard.press("ControlOrMeta+Enter");
      await expect(page.getByRole("heading", { level: 1, name: /Which tools/ })).toBeFocused();
      await page.goBack();
      for (const one of chosen) await expect(fieldOf(page, one)).toHaveValue(one.text);
    }
    scripts.ms = 0;
    responses.ms = 0;
  }

  /** Chooses between the versions; either choice keeps the focus in the page. */
  async function settleConflict({ conflict, order, kind }: Plan) {
    const texts: readonly Text[] = pages[kind].texts;
    const later = order.flatMap((index) => texts[index] ?? []).slice(1);
    const label = conflict === "keep" ? "Keep what I typed" : "Load the newer values";
    const button = page.getByRole("button", { name: label });
    if (later.every(({ label: name }) => /^Search|^Your own/.test(name))) {
      // These are not saved. Earlier text may have been in transit when the other tab saved.
      await expect(page.getByText(/^(Saved|Changed elsewhere)/)).toBeVisible();
      if (await button.isHidden()) return;
    }
    await button.click();
    await expect(button).toBeHidden();
    await expect(page.locator("main :focus")).toHaveCount(1);
  }

  /** Retried if the page itself saved in between. */
  async function saveFromElsewhere(tab: Page, id: string) {
    await expect(async () => {
      const { version } = await sendRequest<{ version: number }>(tab, "GET", `/api/blueprints/${id}`);
      await sendRequest(tab, "PUT", `/api/blueprints/${id}`, { version, inputs: { company: { topOutcome: "cost" } } });
    }).toPass();
  }

  /** A visit that ended offline, or with text that cannot be saved. */
  async function leaveBehind(tab: Page, id: string, left: Plan["left"]) {
    if (left === "nothing") return;
    const isQuick = (await sendRequest<{ mode: string }>(tab, "GET", `/api/blueprints/${id}`)).mode === "quick";
    await tab.goto(isQuick ? pages.quick.path(id) : pages.profile.path(id));
    await hydrated(tab);
    if (left === "unsent") await context.setOffline(true);
    await tab.getByLabel("Employees").fill(left === "unsent" ? "47" : "many");
    await expect
      .poll(() => tab.evaluate((key) => localStorage.getItem(key) ?? "", `gtmarc.blueprint.${id}`))
      .toContain(left === "unsent" ? '"employees":47' : "many");
    await tab.goto("about:blank");
    await context.setOffline(false);
  }
});

const fieldOf = (page: Page, { label, nth = 0 }: Text): Locator => page.getByLabel(label, { exact: true }).nth(nth);

async function typeOver(page: Page, field: Locator, text: string, keyMs: number) {
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text, { delay: keyMs });
}

async function delayed(page: Page, addresses: RegExp): Promise<{ ms: number }> {
  const delay = { ms: 0 };
  await page.route(addresses, async (route) => {
    if (delay.ms > 0) await new Promise<void>((done) => setTimeout(done, delay.ms));
    await route.continue();
  });
  return delay;
}

async function startQuick(page: Page): Promise<string> {
  const { id, version } = await sendRequest<{ id: string; version: number }>(page, "POST", "/api/blueprints", {
    mode: "quick",
  });
  await sendRequest(page, "PUT", `/api/blueprints/${id}`, { version, inputs: firm });
  return id;
}
