import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { orderIn, useEchoThread } from "#tests/fixtures/echo-thread.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { publishDrawings, saveDrawings } from "../drawing/architect.server.ts";
import { firstDraft } from "../drawing/first-draft.ts";
import { getVersionPair } from "../full-blueprint.server.ts";
import type { FullBlueprintContent } from "../full-blueprint.ts";
import { unlockByAdmin } from "../unlock.server.ts";
import { drawVersionTask, getVersionPdf } from "./version-pdf.server.ts";

const { ctx } = useDatabase();

const pagesOf = (bytes: Uint8Array) => Number(/\/Count (\d+)/.exec(Buffer.from(bytes).toString("latin1"))?.[1]);
const example = firstDraft({
  inputs: exampleFirm,
  result: analyze(exampleFirm, { draws: 200 }),
  companyName: "Northfield",
});
const draw = (content: FullBlueprintContent, note = "") =>
  drawVersionTask.run({
    ...{ companyName: "Northfield", architect: "Ada Byron", number: 2, note, timezone: "America/New_York", content },
    publishedAt: new Date("2026-11-21T12:00:00Z"),
  });

test("the owner gets a published version as PDF; drafts, locked blueprints and other users' blueprints are refused", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  const [first, ...others] = example.sections;
  const content = { ...example, sections: [{ ...first!, title: "Leads of Northfield" }, ...others] };
  expect(await getVersionPdf(dana, id)).toMatchObject({ reason: { kind: "locked" } });
  await unlockByAdmin(admin, id);
  await saveDrawings(admin, { blueprintId: id, version: 1, content });
  expect(await getVersionPdf(dana, id)).toMatchObject({ reason: { kind: "locked" } });
  await publishDrawings(admin, { blueprintId: id, version: 2, note: "First." });
  const drawn = await getVersionPdf(dana, id);
  if (!drawn.ok) throw new Error(drawn.reason.kind);
  expect(drawn.value.fileName).toMatch(/^Full-blueprint-[\w-]+-version-1\.pdf$/);
  expect(pagesOf(drawn.value.bytes)).toBeGreaterThanOrEqual(example.sections.length + 3);
  expect(await getVersionPdf(dana, id, 2)).toMatchObject({ reason: { kind: "not_found" } });
  const eve = await as(ctx, "eve@elsewhere.example");
  expect(await getVersionPdf(eve, id)).toMatchObject({ reason: { kind: "not_found" } });
});

test("a version is drawn in the thread for long tasks", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  await unlockByAdmin(admin, id);
  await saveDrawings(admin, { blueprintId: id, version: 1, content: example });
  await publishDrawings(admin, { blueprintId: id, version: 2, note: "Drawn elsewhere." });
  await useEchoThread();
  const drawn = await getVersionPdf(dana, id);
  if (!drawn.ok) throw new Error(drawn.reason.kind);
  expect(orderIn(drawn.value.bytes)).toMatchObject({
    task: "full-blueprint.draw-version",
    input: { note: "Drawn elsewhere." },
  });
});

test.runIf(spawnSync("pdftotext", ["-v"]).status === 0)(
  "the PDF has every text, workflow and task of the version",
  async () => {
    const bytes = await draw(example, "Scope agreed on Monday.");
    const { stdout } = spawnSync("pdftotext", ["-layout", "-", "-"], { input: Buffer.from(bytes), encoding: "utf8" });
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain("Scope agreed on Monday.");
    for (const { title, diagram } of example.sections) {
      expect(text).toContain(title);
      for (const line of diagram.split("\n")) expect(text).toContain(line.replace(/^\? /, "").split(/: | -> /)[1]);
    }
    for (const { title } of example.tasks) expect(text).toContain(title.slice(0, 30));
  },
);

test("long sections with every kind of Markdown, the longest workflows and a hundred tasks can be rendered", async () => {
  const body = [
    "# Head\n\nText with **bold**, *emphasis*, ~~gone~~, `code`, [a link](https://x.example) and 日本語.",
    "- one\n  - two\n\n    text\n- three\n\n3. three\n4. four",
    "> quoted\n\n```\ncode\n```\n\n---\n\n| a | b |\n| - | - |\n| 1 | 2 |",
    "word ".repeat(2000),
  ].join("\n\n");
  const sections = Array.from({ length: 6 }, (_, index) => ({
    ...{ id: `part-${index}`, title: "A long title ".repeat(12).trim(), body, automation: null },
    diagram: Array.from({ length: 14 }, (_, step) => `Tool ${step}: does something`).join("\n"),
  }));
  const tasks = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `task-${index}`, title: "Do it ".repeat(39).trim(), owner: "Owner ".repeat(13).trim(), week: null },
  }));
  expect(pagesOf(await draw({ summary: body.slice(0, 4000), sections, tasks }))).toBeGreaterThan(20);
});

test("only the owner can compare two published versions, by default the newest and the previous one", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  await unlockByAdmin(admin, id);
  expect(await getVersionPair(dana, id, {})).toMatchObject({ reason: { kind: "locked" } });
  for (const [index, title] of ["Leads", "Leads and owners", "Owners"].entries()) {
    const content = { ...example, sections: [{ ...example.sections[0]!, title }] };
    await saveDrawings(admin, { blueprintId: id, version: index + 1, content });
    await publishDrawings(admin, { blueprintId: id, version: index + 2, note: "" });
  }
  const titles = async (wanted: { from?: number; to?: number }) => {
    const pair = await getVersionPair(dana, id, wanted);
    return pair.ok
      ? [pair.value.from, pair.value.to].map(({ content }) => content.sections[0]?.title)
      : pair.reason.kind;
  };
  expect(await titles({})).toEqual(["Leads and owners", "Owners"]);
  expect(await titles({ from: 1 })).toEqual(["Leads", "Owners"]);
  expect(await titles({ to: 1 })).toEqual(["Leads", "Leads"]);
  expect(await titles({ from: 4 })).toBe("not_found");
  expect(await getVersionPair(await as(ctx, "eve@elsewhere.example"), id, {})).toMatchObject({
    reason: { kind: "not_found" },
  });
});
