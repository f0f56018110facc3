import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { hasOpenssl, passOnTo, selfSigned, serveHttps } from "../fixtures/https-server.ts";
import type { Product } from "../fixtures/product.ts";
import { chromeFlags } from "./chrome-flags.ts";
import { gtmarc } from "./command-line.ts";
import { lenientTest as test } from "./journey.ts";
import { type Site, startSite } from "./site.ts";

/*
 * Messages between two origins over https. A page of another domain opens the preview in a window or a frame, waits until
 * the preview says that it is ready, and sends the token.
 */

test.skip(!hasOpenssl, "needs openssl");

const closers: (() => void)[] = [];
let browser: Browser;
let context: BrowserContext;
let product: Product;
let at: Site;
let preview: string;
let trusted: string;
let stranger: string;

/** Sends the token whenever the preview says that it is ready; after `off()` no more. */
const senderPage = (token: string, url: string) => `<!doctype html><title>Sender</title><body>
<button id="window">Window</button><button id="frame">Frame</button>
<script>
const target = ${JSON.stringify(new URL(url).origin)};
let shown;
let isOn = true;
window.ready = 0;
window.off = () => { isOn = false; send({ bypass: "off" }); };
const send = (data) => shown.postMessage({ type: "gtmarc-preview", ...data }, target);
addEventListener("message", ({ data, origin }) => {
  if (origin !== target || data.type !== "gtmarc-preview" || !data.ready) return;
  ready += 1;
  if (isOn) send({ token: ${JSON.stringify(token)} });
});
document.getElementById("window").onclick = () => { shown = window.open(${JSON.stringify(url)}); };
document.getElementById("frame").onclick = () => {
  const frame = document.createElement("iframe");
  frame.src = ${JSON.stringify(url)};
  document.body.append(frame);
  shown = frame.contentWindow;
};
</script>`;

test.beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-preview-"));
  const settings = {
    SITE_URL: "https://gtmarc.example",
    PREVIEW_HOSTS: "*.preview.example",
    PREVIEW_TRUSTED_DOMAINS: "trusted.example",
  };
  ({ product, site: at } = await startSite(dataDir, settings));
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const pair = selfSigned(join(dataDir, "tls"), ["pr-7.preview.example", "editor.trusted.example", "stranger.example"]);
  const previews = await serveHttps(pair, passOnTo(product.url));
  preview = `https://pr-7.preview.example:${previews.port}`;
  const { token } = JSON.parse(await gtmarc(["preview-token", "create", "--days", "1", "--json"], { at }));
  const senders = await serveHttps(pair, (_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(senderPage(token, `${preview}/pricing`));
  });
  trusted = `https://editor.trusted.example:${senders.port}`;
  stranger = `https://stranger.example:${senders.port}`;
  closers.push(previews.close, senders.close);
  browser = await chromium.launch({
    executablePath: process.env["CHROME_PATH"] ?? "/usr/bin/chromium",
    args: [...chromeFlags, "--host-resolver-rules=MAP *.example 127.0.0.1"],
  });
});

test.afterAll(async () => {
  await browser?.close();
  product?.signal("SIGTERM");
  await product?.ended();
  for (const close of closers.reverse()) close();
});

test.beforeEach(async () => {
  context = await browser.newContext({ ignoreHTTPSErrors: true });
});

test.afterEach(() => context.close());

async function sender(address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const opened = async (page: Page) => {
  const [popup] = await Promise.all([page.waitForEvent("popup"), page.locator("#window").click()]);
  return popup;
};

const ready = (page: Page) => () => page.evaluate("ready");

const mark = () => sessionStorage.getItem("preview_test_mode");

test("a page of a trusted domain opens and closes a preview in a new window", async () => {
  const page = await sender(trusted);
  const popup = await opened(page);
  await expect(popup).toHaveURL(`${preview}/pricing`);
  await expect.poll(ready(page)).toBe(2);
  expect(await popup.evaluate(mark)).toBe("true");
  await page.evaluate("off()");
  await expect(popup).toHaveURL(`${preview}/auth?next=%2Fpricing`);
  await expect.poll(ready(page)).toBe(3);
  expect(await popup.evaluate(mark)).toBeNull();
});

test("a page of a trusted domain opens and closes a preview in a frame", async () => {
  const page = await sender(trusted);
  await page.locator("#frame").click();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toHaveText("Start free. Pay when you build.");
  await expect.poll(ready(page)).toBe(2);
  await page.evaluate("off()");
  await expect(frame.getByLabel("Preview Token")).toBeVisible();
});

test("a page of another domain can neither open nor frame a preview", async () => {
  const page = await sender(stranger);
  const popup = await opened(page);
  await expect(popup.getByLabel("Preview Token")).toBeVisible();
  await expect.poll(ready(page)).toBe(1);
  await popup.waitForLoadState("networkidle");
  await expect(popup).toHaveURL(`${preview}/auth?next=%2Fpricing`);
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.locator("#frame").click();
  await refused;
});
