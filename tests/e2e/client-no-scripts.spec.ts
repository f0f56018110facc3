import { expect } from "@playwright/test";
import { clientWithAnalysis } from "./clients.ts";
import { test } from "./journey.ts";
import { site } from "./site.ts";

/* The pages of a client without scripts: they can be read, they say what is missing, and every button that is visible is one of a form
   that an endpoint accepts. */

const lost = "Answers are saved with JavaScript only: what you enter now is lost.";
const sentences: Readonly<Record<string, string>> = {
  "/blueprint/wizard/mode": "Starting and changing a blueprint need JavaScript.",
  "/blueprint/wizard/profile?blueprint=new": lost,
  "/quick-start": lost,
  "/blueprint/ID/unlock": "Paying and requesting an invoice need JavaScript. For an invoice without it, write to ",
};

test("without scripts a client's pages say so and show no dead button", async ({ page, browser, baseURL }) => {
  const { id } = await clientWithAnalysis(page, site(), "plain-client");
  const context = await browser.newContext({
    ...{ javaScriptEnabled: false, baseURL: baseURL! },
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  const found: string[] = [];
  for (const path of [
    ...["", "?tab=profile", "?tab=email", "?tab=security"].map((tab) => `/account${tab}`),
    ...[
      "/invoices",
      ...Object.keys(sentences).map((path) => path.replace("ID", id)),
      `/blueprint/wizard/tech-stack?blueprint=${id}`,
    ],
    ...[`/blueprint/wizard/processes?blueprint=${id}`, `/blueprint/${id}`],
    `/blueprint/coming-soon?blueprint=${id}`,
  ]) {
    expect((await plain.goto(path))?.status(), path).toBe(200);
    const note = plain.locator("noscript").filter({ visible: true });
    expect(await note.first().textContent(), path).toContain(
      sentences[path.replace(id, "ID")] ??
        (path.startsWith("/blueprint/wizard/") ? lost : "Some actions on this page need JavaScript."),
    );
    await expect(
      plain.getByRole("link", { name: /^(Start guided blueprint|Take the quick start)/ }),
      path,
    ).toBeHidden();
    await expect(plain.getByText(/saved? (as you type|and leave)/i).filter({ visible: true }), path).toHaveCount(0);
    if (sentences[path] === lost) {
      await expect(plain.getByRole("status").first(), path).toHaveText("Not saved yet");
      await expect(plain.getByRole("link", { name: "Leave", exact: true }), path).toBeVisible();
      await expect(plain.getByRole("contentinfo"), path).toBeHidden();
    }
    if (path.endsWith("/unlock")) await expect(plain.getByLabel("Company name"), path).toBeHidden();
    const visible = plain.locator(":is(main, footer) :is(button, [role=button]):visible");
    for (const button of await visible.all()) {
      const name = `${path}: ${(await button.textContent())?.trim()}`;
      const action = await button.evaluate((element) => (element as HTMLButtonElement).form?.getAttribute("action"));
      expect(action, name).toMatch(/^\/api\//);
      found.push(name);
    }
  }
  expect(found.some((name) => name.startsWith("/account?tab=security"))).toBe(true);
  await context.close();
});
