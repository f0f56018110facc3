import { type Browser, expect } from "@playwright/test";
import { lenientTest as test } from "./journey.ts";

/*
 * Content that browsers block on our pages: files that differ from the build, and strings that would become markup or
 * script. These journeys provoke violations; journey.ts checks that no other journey causes one.
 */

const marker = { js: "\n;globalThis.altered = true;", css: "\nbody { --altered: yes }" };

/** Opens the page while a proxy alters one of its files. */
async function openAltered(browser: Browser, path: string, file: RegExp) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    const fetched: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.route(file, async (route) => {
      const answer = await route.fetch();
      const url = route.request().url();
      fetched.push(url);
      await route.fulfill({
        response: answer,
        body: (await answer.text()) + marker[url.endsWith(".css") ? "css" : "js"],
      });
    });
    await page.goto(path);
    await expect.poll(() => errors.join("\n")).toContain("integrity");
    const applied = await page.evaluate(
      () => "altered" in globalThis || getComputedStyle(document.body).getPropertyValue("--altered") !== "",
    );
    const shown = await page.getByText("Failed to load application. Please refresh the page.").isVisible();
    return { fetched: fetched.length, applied, shown };
  } finally {
    await context.close();
  }
}

for (const [what, path, file] of [
  ["the script of a content page", "/", /\/assets\/browser-[^/]+\.js$/],
  ["a module that it imports", "/", /\/assets\/page-script-[^/]+\.js$/],
  ["a behavior", "/", /\/assets\/rail-[^/]+\.js$/],
  ["a style sheet", "/", /\/assets\/home-[^/]+\.css$/],
  ["the shared style sheet", "/faq", /\/assets\/design-system-[^/]+\.css$/],
  ["the style sheet of an app page", "/auth", /\/assets\/auth-frame-[^/]+\.css$/],
] as const)
  test(`${what} that was altered in transit is blocked`, async ({ browser }) => {
    expect(await openAltered(browser, path, file)).toEqual({ fetched: 1, applied: false, shown: false });
  });

for (const [what, file] of [
  ["React", /\/assets\/react-dom-[^/]+\.js$/],
  ["the entry", /\/assets\/entry\.client-[^/]+\.js$/],
  ["the page's own module", /\/assets\/auth-[\w-]{8}\.js$/],
  ["a module that it imports", /\/assets\/api-client-[^/]+\.js$/],
] as const)
  test(`an app page with an altered file (${what}) blocks it and shows an error`, async ({ browser }) => {
    const { fetched, applied, shown } = await openAltered(browser, "/auth", file);
    expect(fetched).toBeGreaterThan(0);
    expect({ applied, shown }).toEqual({ applied: false, shown: true });
  });

const sinks = {
  innerHTML: () => {
    document.body.innerHTML = "<p>replaced</p>";
  },
  insertAdjacentHTML: () => document.body.insertAdjacentHTML("beforeend", "<p>added</p>"),
  "script.src": () => {
    document.createElement("script").src = "/assets/a.js";
  },
  "script.text": () => {
    document.createElement("script").text = "1";
  },
  Worker: () => void new Worker("/assets/a.js"),
  DOMParser: () => void new DOMParser().parseFromString("<p>parsed</p>", "text/html"),
  srcdoc: () => {
    document.createElement("iframe").srcdoc = "<p>framed</p>";
  },
  "a policy of its own": () =>
    void (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
    ).trustedTypes.createPolicy("mine", {}),
};

for (const path of ["/", "/pricing", "/nothing-here", "/auth", "/verify-access", "/schedule/strategy-session"])
  test(`${path} turns no string into markup or script`, async ({ page }) => {
    await page.goto(path);
    for (const [name, sink] of Object.entries(sinks)) {
      const refusal = await page.evaluate(`(${sink})()`).then(
        () => "accepted",
        (error: Error) => error.message,
      );
      expect(refusal, name).toMatch(/Trusted|Content Security Policy|disallowed/i);
    }
  });
