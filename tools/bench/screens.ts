/**
 * Pictures of the main screens at 1440 and 390 px, light and dark, for changes of styles that must not be visible, from the build in this tree:
 *
 *   npm run script screens -- take FOLDER [NAME…]    one PNG per screen, width and theme; with names, only these screens
 *   npm run script screens -- compare BEFORE AFTER   compares two folders pixel by pixel; lists what differs
 *
 * The first run fills a database with demo data, an admin and a client; each run starts a copy of it, with a clock that stands
 * at one moment in the server and the browser. SCREENS_DATA names its folder, so that two trees can use the same data.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { ModelInput } from "../../app/features/roi/inputs/model-input.ts";
// @ts-expect-error plain JavaScript: { CHROME_PATH, LD_LIBRARY_PATH? }
import { findBrowser } from "../../scripts/find-browser.js";
import { chromeFlags } from "../../tests/e2e/chrome-flags.ts";
import { signInAsAdmin } from "./admin-requests.ts";
import { startServer } from "./running-server.ts";
import { call, command, openWizard, signIn } from "./signed-in.ts";

const moment = Date.parse("2026-12-02T15:00:00Z");
const widths = [1440, 390];
const port = Number(process.env["SCREENS_PORT"] ?? 3294);
const dataDir = resolve(process.env["SCREENS_DATA"] ?? "node_modules/.cache/gtmarc-screens");

/** `link`: the screen is behind the first link of `path` that matches. */
type Screen = { name: string; path: string; link?: RegExp };
type Visitor = "public" | "client" | "admin";

const named = (path: string): Screen => ({ name: path.replace(/^\//, "").replaceAll("/", "-") || "home", path });
const behind = (name: string, path: string, link: RegExp): Screen => ({ name, path, link });
const id = "[0-9a-f-]{36}";

const screens: Record<Visitor, Screen[]> = {
  public: [
    ...["/", "/automation-blueprint-gtmarc", "/automation-grid", "/our-approach", "/about", "/who-we-help-old"].map(
      named,
    ),
    ...["/assumptions", "/sample-analysis", "/contact", "/compare", "/pricing", "/faq", "/training", "/downloads"].map(
      named,
    ),
    ...["/privacy-policy", "/estimate", "/request-access", "/newsletter", "/auth", "/not-a-page"].map(named),
    ...["/privacy/my-data", "/training/register", "/newsletter/archive", "/strategy-session-confirmed"].map(named),
    behind("automation", "/automation-grid", /^\/automation-grid\/[\w-]+$/),
    behind("newsletter-issue", "/newsletter/archive", /^\/newsletter\/archive\/[\w-]+$/),
    behind("schedule", "/contact", /^\/schedule\/[\w-]+$/),
  ],
  client: [
    ...["/account", "/invoices", "/blueprint/wizard", "/blueprint/wizard/mode", "/blueprint/wizard/company"].map(named),
    ...["/blueprint/wizard/team", "/blueprint/wizard/processes", "/quick-start", "/blueprint/compare"].map(named),
    behind("analysis", "/account", new RegExp(`^/blueprint/${id}$`)),
  ],
  admin: [
    ...["", "/access-requests", "/prospect-pipeline", "/prospect-pipeline/import", "/prospect-pipeline/duplicates"],
    ...["/newsletter", "/email-sequences", "/outreach-analytics", "/mail", "/mail/suppressions", "/blueprints"],
    ...["/billing", "/calendar", "/calendar/calls", "/calendar/hosts", "/calendar/event-types", "/analytics"],
    ...["/analytics/visits", "/analytics/experience", "/analytics/goals", "/analytics/import", "/funnel-analytics"],
    ...["/funnel-analytics/new", "/users", "/team", "/audit-log", "/security", "/webhook-setup-guide"],
    ...["/webhook-setup-guide/new", "/webhook-setup-guide/events", "/webhook-setup-guide/deliveries", "/settings"],
    ...["/settings/mail", "/settings/booking", "/settings/texts", "/settings/texts/faq", "/search?q=demo"],
  ].map((path) => named(`/admin${path}`)),
};
screens.admin.push(
  behind("admin-access-request", "/admin/access-requests", new RegExp(`^/admin/access-requests/${id}$`)),
  behind("admin-prospect", "/admin/prospect-pipeline", new RegExp(`^/admin/prospect-pipeline/${id}$`)),
  behind("admin-company", "/admin/prospect-pipeline", /^\/admin\/prospect-pipeline\/company\//),
  behind("admin-issue", "/admin/newsletter", new RegExp(`^/admin/newsletter/${id}$`)),
  behind("admin-sequence", "/admin/email-sequences", /^\/admin\/email-sequences\/[\w-]+$/),
  behind("admin-message", "/admin/mail", new RegExp(`^/admin/mail/${id}$`)),
  behind("admin-blueprint", "/admin/blueprints", new RegExp(`^/admin/blueprint/${id}$`)),
  behind("admin-call", "/admin/calendar/calls", /^\/admin\/calendar\/calls\/[\w-]+$/),
  behind("admin-host", "/admin/calendar/hosts", /^\/admin\/calendar\/hosts\/[\w-]+$/),
  behind("admin-event-type", "/admin/calendar/event-types", /^\/admin\/calendar\/event-types\/[\w-]+$/),
  behind("admin-visit", "/admin/analytics/visits", /^\/admin\/analytics\/visits\/[\w-]+$/),
  behind("admin-user", "/admin/users", /^\/admin\/users\/[\w-]+$/),
  behind("admin-delivery", "/admin/webhook-setup-guide/deliveries", /\/deliveries\/[\w-]+$/),
);

const [task, ...given] = process.argv.slice(2);
if (task === "take" && given[0]) await take(resolve(given[0]), given.slice(1));
else if (task === "compare" && given.length === 2) await compare(resolve(given[0]!), resolve(given[1]!));
else throw new Error("npm run script screens -- take FOLDER [NAME…] | compare BEFORE AFTER");

async function take(folder: string, names: readonly string[]) {
  // The server, and programs that it starts, see one moment.
  const stopped = `const D=Date;globalThis.Date=class extends D{constructor(...a){super(...(a.length?a:[${moment}]))}static now(){return ${moment}}}`;
  process.env["NODE_OPTIONS"] = `--import=data:text/javascript,${encodeURIComponent(stopped)}`;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(dataDir, "cookies.json"))) await fill();
  const copy = join(mkdtempSync(join(tmpdir(), "gtmarc-screens-")), "data");
  // PostgreSQL opens only a folder that no one else can read.
  process.umask(0o077);
  cpSync(dataDir, copy, { recursive: true });
  const cookies = JSON.parse(readFileSync(join(copy, "cookies.json"), "utf8")) as Record<Visitor, string>;
  const server = await startServer({ port, dataDir: copy });
  const chrome = await launch();
  try {
    for (const visitor of Object.keys(screens) as Visitor[]) {
      const wanted = screens[visitor].filter(({ name }) => names.length === 0 || names.includes(name));
      const context = await chrome.newContext({
        reducedMotion: "reduce",
        extraHTTPHeaders: cookies[visitor] ? { cookie: cookies[visitor] } : {},
      });
      for (const screen of wanted) await takeOne(context, server.url, screen, folder);
      await context.close();
    }
  } finally {
    await chrome.close();
    await server.stop();
  }
}

async function fill() {
  const server = await startServer({ port, dataDir, keepData: true });
  try {
    command(server, ["seed", "demo"]);
    const client = await signIn(server);
    await openWizard(server, client);
    const vectors = new URL("../../app/features/roi/vectors/public.json", import.meta.url);
    const [first] = Object.values(JSON.parse(readFileSync(vectors, "utf8")) as Record<string, { input: unknown }>);
    for (const isDone of [true, false]) {
      const made = await call(server, "POST", "/api/blueprints", { mode: "guided" }, client);
      const { id: blueprint, version } = (await made.json()) as { id: string; version: number };
      const body = { version, inputs: ModelInput.parse(first!.input), step: "processes" };
      await call(server, "PUT", `/api/blueprints/${blueprint}`, body, client);
      if (isDone) await call(server, "POST", `/api/blueprints/${blueprint}/analysis`, {}, client);
    }
    const admin = await signInAsAdmin(server, new Date(moment));
    writeFileSync(join(dataDir, "cookies.json"), JSON.stringify({ client, admin }));
  } finally {
    await server.stop();
  }
}

async function takeOne(context: BrowserContext, url: string, { name, path, link }: Screen, folder: string) {
  const page = await context.newPage();
  await page.clock.setFixedTime(moment);
  try {
    let found: string | undefined = path;
    if (link) {
      await open(page, url + path);
      const hrefs = await page.locator("a[href]").evaluateAll((all) => all.map((each) => each.getAttribute("href")!));
      found = hrefs.find((href) => link.test(href));
    }
    if (!found) return console.log(`${name}: no link on ${path}`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, url + found);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const file = `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true, animations: "disabled" });
      }
      await page.emulateMedia({ colorScheme: "light" });
    }
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  } finally {
    await page.close();
  }
}

/** Opens a page and scrolls through it once, so that everything that appears on sight has appeared. */
async function open(page: Page, url: string) {
  await page.goto(url);
  await page.waitForLoadState("networkidle", { timeout: 5000 }).catch(() => {});
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    for (let top = 0; top < document.body.scrollHeight; top += 800) {
      scrollTo(0, top);
      await frame();
    }
    scrollTo(0, 0);
    // What appeared may load more, such as the calendar.
    for (let loaded = -1; loaded !== performance.getEntriesByType("resource").length; ) {
      loaded = performance.getEntriesByType("resource").length;
      await new Promise((done) => setTimeout(done, 400));
    }
  });
}

async function launch(): Promise<Browser> {
  const { CHROME_PATH, ...environment } = (await findBrowser()) as { CHROME_PATH: string; LD_LIBRARY_PATH?: string };
  Object.assign(process.env, environment);
  return chromium.launch({ executablePath: CHROME_PATH, args: chromeFlags });
}

async function compare(before: string, after: string) {
  const pictures = readdirSync(after).filter((file) => file.endsWith(".png"));
  const different: string[] = [];
  const unequal = pictures.filter(
    (file) =>
      !existsSync(join(before, file)) || !readFileSync(join(before, file)).equals(readFileSync(join(after, file))),
  );
  const chrome = unequal.length > 0 ? await launch() : undefined;
  const page = await chrome?.newPage();
  for (const file of unequal) {
    const [one, other] = [before, after].map((folder) => join(folder, file)) as [string, string];
    const found = existsSync(one)
      ? await page!.evaluate(differenceOf, [base64(one), base64(other)])
      : "only in the second";
    if (found) different.push(`${file}: ${found}`);
  }
  await chrome?.close();
  for (const each of different) console.log(each);
  console.log(`${pictures.length} pictures compared, ${different.length} different.`);
  process.exitCode = different.length > 0 ? 1 : 0;
}

function base64(file: string): string {
  return readFileSync(file).toString("base64");
}

/** Runs in the browser. Returns the number of different pixels and their box; empty if there is none. */
async function differenceOf(pictures: string[]): Promise<string> {
  const [one, other] = await Promise.all(
    pictures.map(async (picture) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      canvas.drawImage(bitmap, 0, 0);
      return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  // Text is not always rasterized alike: a step of a few of 255 on the edge of a letter is none that a person sees.
  const isNear = (a: number, b: number) =>
    [0, 8, 16, 24].every((bit) => Math.abs(((a >> bit) & 255) - ((b >> bit) & 255)) <= 4);
  if (one!.width !== other!.width || one!.height !== other!.height)
    return `${one!.width} x ${one!.height} is ${other!.width} x ${other!.height}`;
  const [before, after] = [one!, other!].map(({ data }) => new Uint32Array(data.buffer));
  let [count, left, top, right, bottom] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  for (let at = 0; at < before!.length; at += 1) {
    if (before![at] === after![at] || isNear(before![at]!, after![at]!)) continue;
    const [x, y] = [at % one!.width, Math.floor(at / one!.width)];
    count += 1;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return count === 0 ? "" : `${count} pixels, from ${left},${top} to ${right},${bottom}`;
}
