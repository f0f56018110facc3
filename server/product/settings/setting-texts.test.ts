import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { changedOn, getPage } from "#app/features/content/content.ts";
import { textFacts } from "#app/features/content/texts/site-texts.server.ts";
import { readText, type TextKey, textDefinitions, textSetting } from "#app/features/content/texts/texts.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import { readDocument } from "#app/features/settings/documents.server.ts";
import { changeSettings, undoSetting } from "#app/features/settings/settings.server.ts";
import { loadSettings } from "#app/features/settings/stored-settings.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { loader as textLoader } from "#app/routes/admin/settings/texts/text.tsx";
import { TextPreview } from "#app/routes/admin/settings/texts/text-preview.tsx";
import { settingsAdminEndpoints } from "#app/routes/api/admin/settings-admin.server.ts";
import { llmsText, siteMap } from "#server/pages/site-texts.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { pageHead, pageHtml, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { openPage } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { ctx } = useDatabase();
const operator = { ...ctx, actor: commandLine, now: new Date("2026-12-24T12:00:00Z") };
// The settings of this process outlive the database of the test before.
beforeEach(() => loadSettings(ctx));
const set = (key: TextKey, value: string | null, expectedVersion: number | null = null) =>
  changeSettings(operator, { changes: [{ name: textSetting(key), value }], expectedVersion, tests: settingTests });

const faq = `## Prices {#prices}

What it costs.

### What does the blueprint cost?

{{price_unlock}} at {{firm_name}}[^guarantee]:

- one time
- see [pricing](/pricing)`;

const story = `# Harbors need plans

We plan harbors since 1999.

## How we work

Slowly, **on purpose**.`;

test("own texts are on their pages, in heads, structured data, the site map and llms.txt, until the default is back", async () => {
  await ensureDefaultHost(ctx);
  const visitor = asAnonymous(ctx);
  // Without the footer, which has the day of the last change.
  const mains = async () =>
    (await Promise.all(["/faq", "/about"].map((path) => pageHtml(visitor, path)))).map(
      (html) => /<main[\s\S]*<\/main>/.exec(html)![0],
    );
  const former = await mains();
  for (const [key, text] of [
    ["faq", faq],
    ["our-story", story],
    ["footer", "We plan [harbors](/about)."],
  ] as const)
    expect(await set(key, text)).toMatchObject({ ok: true });

  const html = await pageHtml(visitor, "/faq");
  expect(html).toContain("One question in one group.");
  expect(html).toContain('<li>see <a href="/pricing">pricing</a></li>');
  expect(html).toContain('We plan <a href="/about">harbors</a>.');
  expect(html).not.toContain("How many hours does automation save?");
  const head = await pageHead(visitor, "/faq");
  expect(head).toContain("one answer |");
  expect(head).toContain('"text":"$499 at GTMarc:\\n\\none time\\n\\nsee pricing"');
  const about = await pageText(visitor, "/about");
  expect(about).toContain("Slowly, on purpose .");
  expect(about).not.toContain("Three values");
  expect(await pageHead(visitor, "/about")).toContain("Our Story | Harbors need plans | GTMarc");
  expect(llmsText("https://harbor.example")).toContain("We plan harbors since 1999.");
  const day = "2026-12-24";
  expect(changedOn(getPage("/faq"))).toBe(day);
  expect(siteMap("https://harbor.example", [])).toContain(`/faq</loc><lastmod>${day}</lastmod>`);

  for (const key of ["faq", "our-story", "footer"] as const) expect(await set(key, null)).toMatchObject({ ok: true });
  expect(await mains()).toEqual(former);
});

test("of a long first paragraph, the description of the page ends with a sign that more follows", () => {
  const lede = "Founded at the harbor. ".repeat(20).trim();
  useSettings({ TEXT_TERMS: textDefinitions.terms.preset.replace(/^What you can expect.*$/m, lede) });
  const { description } = getPage("/terms-of-service");
  useSettings({ TEXT_TERMS: undefined });
  expect(description).toMatch(/^Founded .{151}…$/);
});

test("the preview is the page's own rendering", async () => {
  await ensureDefaultHost(ctx);
  const visitor = asAnonymous(ctx);
  const preview = <Key extends TextKey>(key: Key, text: string) =>
    renderToStaticMarkup(
      createElement(TextPreview, { shown: { [key]: readText(key, text, textFacts()).value }, contactEmail: "" }),
    );
  for (const text of [textDefinitions.faq.preset, faq]) {
    await set("faq", text);
    expect(await pageHtml(visitor, "/faq")).toContain(preview("faq", text).split('<section class="_notes')[0]);
  }
  for (const text of [textDefinitions["our-story"].preset, story]) {
    await set("our-story", text);
    const shown = preview("our-story", text);
    expect(await pageHtml(visitor, "/about")).toContain(shown.slice(shown.indexOf("<section")));
  }
});

test("the parts of an own story have names of its own for screen readers", async () => {
  const quoted = story.replace("1999.", "1999.\n\n> Less is more.");
  const promises = "## Our rules {#promises}\n\n| We | We do not |\n| - | - |\n| plan | guess |";
  expect(await set("our-story", `${quoted}\n\n${promises}`)).toMatchObject({ ok: true });
  const html = await pageHtml(asAnonymous(ctx), "/about");
  expect(html).toContain('aria-label="Harbors need plans"');
  expect(html).toContain('<caption class="vh">Our rules</caption>');
});

test("a text that a page cannot show is refused with a sentence, and the page stays as it was", async () => {
  await ensureDefaultHost(ctx);
  const admin = await asAdmin(ctx);
  const send = (value: string) =>
    callsOf(settingsAdminEndpoints)(
      admin,
      "/admin/settings",
      { changes: [{ name: "texts.faq", value }] },
      { method: "PUT" },
    );
  expect(await send("## Prices\n\nAll.")).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining("texts.faq is not usable: “Prices” has no question") } },
  });
  expect((await send("x".repeat(50_001))).status).toBe(422);
  expect(await pageHtml(asAnonymous(ctx), "/faq")).toContain("How many hours does automation save?");
});

test("of two admins who save the same text the later one is refused, and other texts do not count", async () => {
  await set("faq", faq);
  const read = async () => {
    const found = await readDocument(operator, "texts.faq");
    if (!found.ok) throw new Error("not read");
    return found.value;
  };
  const { version } = await read();
  await set("footer", "Another text.");
  expect(await set("faq", faq.replace("one time", "once"), version)).toMatchObject({ ok: true });
  expect(await set("faq", faq.replace("one time", "never"), version)).toMatchObject({
    ok: false,
    reason: { kind: "stale", changes: [{ name: "texts.faq", from: expect.stringMatching(/^a text of \d+ words$/) }] },
  });
  expect((await read()).text).toContain("- once");
  expect(await undoSetting(operator, { name: "texts.faq" })).toMatchObject({ ok: true });
  expect((await read()).text).toBe(faq);
});

test("the history has every version with what it changed; the audit log has no texts", async () => {
  const admin = await asAdmin(ctx);
  await set("footer", "First line.");
  await set("footer", "Second line.");
  await set("footer", null);
  type Page = Awaited<ReturnType<typeof textLoader>>;
  const open = async (query: string) =>
    (await openPage(textLoader, admin, `/admin/settings/texts/footer${query}`, { key: "footer" })) as Page;
  const { history, isOwn, text } = await open("");
  expect([isOwn, text]).toEqual([false, textDefinitions.footer.preset]);
  expect(history.map(({ isDefault, shown }) => [isDefault, shown])).toEqual([
    [true, null],
    [false, null],
    [false, null],
  ]);
  const second = history[1]!;
  expect((await open(`?version=${second.version}`)).history[1]!.shown).toEqual({
    text: "Second line.",
    lines: [
      { kind: "removed", text: "First line." },
      { kind: "added", text: "Second line." },
    ],
  });
  const { rows } = await ctx.db.execute<{ detail: string }>(
    "select detail::text from audit_entry where action like 'setting.%'",
  );
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain("line.");
  expect(await openPage(textLoader, admin, "/admin/settings/texts/none", { key: "none" })).toEqual([404]);
});
