import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { kitTemplates } from "#app/features/content/automations/automation-terms.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { withHidden, withMoved } from "#app/features/content/automations/catalog-edits.ts";
import { catalogPreset } from "#app/features/content/automations/catalog-text.ts";
import { hiddenInDocument } from "#app/features/content/automations/hidden.ts";
import { changedOn, findPage, getPage, indexablePages, pages, picturePath } from "#app/features/content/content.ts";
import { kitArchive } from "#app/features/kit/files/archive.server.ts";
import { settingTests } from "#app/features/operations/setting-tests.server.ts";
import { readDocument } from "#app/features/settings/documents.server.ts";
import { changeSettings, undoSetting } from "#app/features/settings/settings.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { loader as drawingLoader } from "#app/routes/site/automation/automation.tsx";
import { loader as gridLoader } from "#app/routes/site/automation-grid/automation-grid.tsx";
import { frozenPaths } from "#server/pages/frozen-paths.ts";
import { llmsText, siteMap } from "#server/pages/site-texts.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { withOwn } from "#tests/fixtures/own-automation.ts";
import { pdfTexts } from "#tests/fixtures/pdf-text.ts";
import { pageHead, pageText } from "#tests/fixtures/rendered-pages.tsx";
import { openPage } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { galleryMails, renderGalleryMail } from "../../../scripts/mail-gallery.ts";

type LoaderArgs = Parameters<typeof drawingLoader>[0];

/* Hidden, ordered and own automations on every page, mail and file that lists automations. */

const { ctx } = useDatabase();
const placeOf = (id: string) => catalogPreset.split("\n\n").findIndex((line) => line.startsWith(`## ${id} `));
const without = (...ids: string[]) => ids.reduce((text, id) => withHidden(text, placeOf(id), true), catalogPreset);
const use = (text: string | undefined) => useSettings({ TEXT_AUTOMATIONS: text });

/** Pages, heads and lists for machines, by name. */
async function textsOf(paths: readonly string[]): Promise<Map<string, string>> {
  const visitor = asAnonymous(ctx);
  const texts = new Map<string, string>();
  for (const { path, title, description } of pages()) texts.set(`${path}, head`, `${title} ${description}`);
  for (const path of paths) texts.set(path, await pageText(visitor, path));
  texts.set("llms.txt", llmsText("https://gtmarc.example"));
  texts.set("sitemap.xml", siteMap("https://gtmarc.example", []));
  return texts;
}

/** With every public page and mail. */
async function allTexts(): Promise<Map<string, string>> {
  await ensureDefaultHost(ctx);
  const texts = await textsOf(indexablePages().map(({ path }) => path));
  for (const [name, mail] of Object.entries(galleryMails())) {
    const { html, text } = await renderGalleryMail(mail);
    texts.set(`mail ${name}`, `${mail.subject} ${html} ${text}`);
  }
  return texts;
}

test("of two admins who save the catalog the later one is refused with the difference, and a change is undone", async () => {
  const operator = { ...ctx, actor: commandLine };
  const set = (value: string | null, expectedVersion: number | null = null) =>
    changeSettings(operator, { changes: [{ name: "texts.automations", value }], expectedVersion, tests: settingTests });
  const read = async () => {
    const found = await readDocument(operator, "texts.automations");
    if (!found.ok) throw new Error("not read");
    return found.value;
  };
  expect(await set(without("S-03"))).toMatchObject({ ok: true });
  const { version } = await read();
  const [first, second] = await Promise.all([set(without("S-04"), version), set(without("S-05"), version)]);
  const results = [first.ok, second.ok].sort();
  expect(results).toEqual([false, true]);
  expect(first.ok ? second : first).toMatchObject({
    reason: { kind: "stale", changes: [{ name: "texts.automations" }] },
  });
  expect(await undoSetting(operator, { name: "texts.automations" })).toMatchObject({ ok: true });
  expect((await read()).text).toBe(without("S-03"));
  for (const stranger of [asAnonymous(ctx), await as(ctx, "dana@northfield.example")])
    expect(await readDocument(stranger, "texts.automations")).toMatchObject({ ok: false });
  expect(await readDocument(await asAdmin(ctx), "texts.automations")).toMatchObject({ ok: true });
});

test("a hidden automation is on no page, in no mail and no file, and no text has the old number", async () => {
  use(without("S-03"));
  const texts = await allTexts();
  for (const [name, text] of texts) {
    expect(text, name).not.toMatch(/\b(eighteen|18)( \w+)? automations\b|\b(all|the|of) eighteen\b/i);
    if (!/sample-analysis|^mail/.test(name)) expect(text, name).not.toMatch(/\/S-03\b|Speed-to-Lead Routing/);
  }
  expect(texts.get("/automation-grid")).toContain("Seventeen automations we build");
  expect(texts.get("/automation-grid, head")).toContain("17 revenue automations");
  expect(texts.get("/")).toContain("All 17 automations");
  expect(texts.get("/")).toContain("Four areas, seventeen automations");
  expect(texts.get("/sample-analysis")).not.toContain("/automation-grid/S-03");
  expect(texts.get("/automation-blueprint-gtmarc")).toContain("Six signs, and what fixes each.");
  expect([findPage("/automation-grid/S-03"), frozenPaths.has("/automation-grid/S-03")]).toEqual([null, false]);
});

/** A file of the starter kit has the same name. */
const isTemplate = (title: string) => kitTemplates.some((name) => name === title);

test("no page, head, file or mail speaks of a hidden automation, by its number or by its title", async () => {
  for (const odd of [0, 1]) {
    const hidden = automations.filter((_, place) => place % 2 === odd);
    use(without(...hidden.map(({ id }) => id)));
    const visitor = asAnonymous(ctx);
    const texts = await allTexts();
    for (const { path } of indexablePages()) texts.set(`${path}, full head`, await pageHead(visitor, path));
    for (const [path, content] of Object.entries(unzipSync(await kitArchive(""))))
      texts.set(`kit ${path}`, path.endsWith(".pdf") ? (await pdfTexts(content)).join(" ") : strFromU8(content));
    // Analyses and the workbook are of the return model, which has all of them (docs/decisions/0292); issues are of the firm.
    const ofModel = /sample-analysis|xlsx|^mail (call-(booked|requested)-host|newsletter-(issue|test))/;
    const others = [...texts].filter(([name]) => !ofModel.test(name));
    const names = new RegExp(
      hidden
        .flatMap(({ id, title }) => [
          `\\b${id}\\b`,
          ...(isTemplate(title) ? [] : [title.replaceAll("&", "&(?:amp;)?")]),
        ])
        .join("|"),
      "i",
    );
    const left = others.flatMap(([name, text]) => {
      const at = text.search(names);
      return at < 0 ? [] : [`${name}: ${text.slice(Math.max(0, at - 80), at + 60)}`];
    });
    expect(left).toEqual([]);
  }
});

test("the address of a hidden automation says that it is gone, and its neighbors skip it", async () => {
  use(without("S-03"));
  const visitor = asAnonymous(ctx);
  const open = (id: string) =>
    openPage(async (args: LoaderArgs) => drawingLoader(args), visitor, `/automation-grid/${id}`, { id });
  expect(await open("S-02")).toMatchObject({ before: { id: "S-01" }, after: { id: "S-04" } });
  expect(await Promise.all(["S-03", "s-03", "X-99"].map(open))).toEqual([[410], [410], [404]]);
  expect(await pageText(visitor, "/automation-grid/S-03")).toContain("We no longer offer “Speed-to-Lead Routing”");
  use(undefined);
  expect(await open("S-03")).toMatchObject({ drawing: { id: "S-03" } });
});

test("a hidden automation of the firm may be a draft: its title is nowhere, and its number on no other page", async () => {
  const text = withOwn(catalogPreset);
  use(withHidden(text, 18, true));
  const visitor = asAnonymous(ctx);
  const page = await pageText(visitor, "/automation-grid/F-01");
  expect(page).toContain("We do not offer this automation");
  expect(page).not.toContain("Partner Deal Registration");
  expect(hiddenInDocument()).toBeUndefined();
});

test("titles of own automations fit into a search result, and heads describe what is there", async () => {
  const title = "Every Deal That a [Partner] Registers Is Checked and Assigned";
  const own = withOwn(catalogPreset).replace("Partner Deal Registration", title.slice(0, 60));
  use(own.replace("Area: Revenue Operation", "Area: Operations & Finance"));
  const page = getPage("/automation-grid/F-01");
  expect(page.title).toBe(`${title.slice(0, 60)} | GTMarc`);
  expect(getPage("/automation-grid/S-01").title).toBe("Lead Capture to CRM | Automation S-01, step by step | GTMarc");
  // The picture is that of the grid.
  expect(page.headline).toEqual(getPage("/automation-grid").headline);
  expect(llmsText("https://gtmarc.example")).toContain("- [Every Deal That a \\[Partner\\] Registers");
  const { description } = getPage("/automation-grid");
  expect(description.length).toBeLessThanOrEqual(160);
  expect(description).toContain("for marketing, revenue operation, customer lifecycle and operations:");
  use(without("M-01", "M-02", "M-03", "M-04", "M-05", "M-06"));
  expect(getPage("/automation-grid").description).toMatch(
    /^Twelve automations for revenue operation and customer lifecycle:/,
  );
});

test("an own automation has its card, page, place in every list, and no figures of the model", async () => {
  use(withMoved(withOwn(catalogPreset), 18, 0));
  const visitor = asAnonymous(ctx);
  const texts = await textsOf(["/automation-grid", "/automation-grid/F-01"]);
  expect(texts.get("/automation-grid")).toContain("Nineteen automations we build");
  for (const name of ["/automation-grid", "/automation-grid/F-01", "llms.txt"])
    expect(texts.get(name), name).toContain("Partner Deal Registration");
  expect(texts.get("sitemap.xml")).toContain("https://gtmarc.example/automation-grid/F-01<");
  expect(texts.get("/automation-grid/F-01")).toContain("has no figures for this automation");
  const page = getPage("/automation-grid/F-01");
  expect([page.frozen, picturePath(page)]).toEqual([true, "/og/automation-grid.png"]);
  expect(changedOn(page)).toMatch(/^20\d\d-/);
  const head = JSON.stringify(await pageHead(visitor, "/automation-grid"));
  expect(head.indexOf("/automation-grid/F-01")).toBeLessThan(head.indexOf("/automation-grid/M-01"));
  expect(head).toContain("/automation-grid/F-01");
  expect(
    await openPage(async (args: LoaderArgs) => drawingLoader(args), visitor, "/automation-grid/F-01", { id: "F-01" }),
  ).toMatchObject({
    drawing: { id: "F-01", hours: [], needs: "a CRM and a form tool", steps: { length: 4 } },
    before: { id: "CS-04" },
    after: { id: "M-01" },
  });
});

test("the search and the tools of the grid follow the catalog", async () => {
  use(withOwn(catalogPreset).replaceAll("Typeform", "Partner Portal"));
  const ask = async (query: string) =>
    (await openPage(gridLoader, asAnonymous(ctx), `/automation-grid?${query}`)) as Awaited<
      ReturnType<typeof gridLoader>
    >;
  expect((await ask("q=partner+deal")).grid.shown).toBe(1);
  expect((await ask("tool=partner-portal")).grid).toMatchObject({ shown: 1, emptyAreas: ["Operations & Finance"] });
  use(withOwn(catalogPreset).replace("Typeform, HubSpot, Slack", "C++, C#, 日本語"));
  for (const [tool, name] of [
    ["c++", "C++"],
    ["c#", "C#"],
    ["日本語", "日本語"],
  ] as const) {
    const { grid } = await ask(new URLSearchParams({ tool }).toString());
    expect([grid.shown, grid.tools.filter(({ isChosen }) => isChosen).map((one) => one.name)]).toEqual([1, [name]]);
  }
  use(without("CS-01", "CS-02", "CS-03", "CS-04"));
  expect((await ask("filter=Customer+Lifecycle")).grid).toMatchObject({
    shown: 0,
    emptyAreas: ["Customer Lifecycle", "Operations & Finance"],
  });
});

test("one automation alone is counted in the singular and has no neighbors", async () => {
  use(catalogPreset.replace(/^## (?!S-01).*$/gm, "$&\n\n- Hidden: yes"));
  const texts = await textsOf(["/", "/automation-grid", "/automation-grid/S-01", "/who-we-help-old"]);
  for (const name of ["/automation-grid", "/", "/automation-grid, head"])
    expect(texts.get(name), name).not.toMatch(/\bone automations|\b1 (revenue )?automations/i);
  expect(texts.get("/automation-grid")).toContain("One automation we build");
  expect(texts.get("/")).not.toContain("blueprints to start with");
  expect(texts.get("/automation-grid/S-01")).not.toContain("Previous:");
  expect(texts.get("/who-we-help-old")).toContain("Lead Capture to CRM");
});
