import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { type LanguageModel, startLanguageModel } from "#tests/fakes/language-model.ts";
import { as } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { getAnalysis } from "../analysis.server.ts";
import { completeAnalysis } from "../revisions/completion.server.ts";
import { analysis, narrative } from "../tables.server.ts";
import { writeNarrative, writeNarrativeJob } from "./narrative.server.ts";

const { db, ctx, queued } = useDatabase({ jobs: [writeNarrativeJob] });
let model: LanguageModel;

const kept =
  "45 people spend 101.0 h/wk on this work. Start with S-01.\n\nIt could be worth $70,264 a year at a price of $17,300.";

beforeEach(async () => {
  model = await startLanguageModel({ text: kept });
  useSettings({ AI_BASE_URL: model.url, AI_MODEL: "small-model", AI_API_KEY: "key-1", SECRET: "s".repeat(32) });
});
afterEach(async () => {
  useSettings({ AI_BASE_URL: undefined, AI_MODEL: undefined, AI_API_KEY: undefined });
  await model.close();
});

async function analyzed() {
  const dana = await as(ctx, "dana@northfield.example");
  await db.insert(wizardGrant).values({ userId: dana.actor.userId, grantedAt: ctx.now });
  const start = await startBlueprint(dana, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  await saveDraft(dana, { id, version: 1, inputs: exampleFirm, about: { companyName: "Northfield Analytics" } });
  const run = await completeAnalysis(dana, id);
  if (!run.ok) throw new Error(run.reason.kind);
  const [row] = await db.select().from(analysis).where(eq(analysis.blueprintId, id));
  return { dana, id, analysisId: row!.id };
}

const shown = async ({ dana, id }: Awaited<ReturnType<typeof analyzed>>) => {
  const found = await getAnalysis(dana, id);
  return found.ok ? found.value.narrative : found.reason.kind;
};

test("an analysis shows its written text after the job ran and the text passed the check", async () => {
  const run = await analyzed();
  expect(await queued(writeNarrativeJob.name)).toEqual([{ analysisId: run.analysisId }]);
  expect(model.asked).toEqual([]);
  expect(await shown(run)).toBeNull();
  expect(await writeNarrative(ctx, run)).toBe("kept");
  expect(await shown(run)).toEqual({ paragraphs: kept.split("\n\n"), model: "small-model" });
  expect(await writeNarrative(ctx, run)).toBe("unneeded");
  expect(model.asked).toHaveLength(1);
});

test("the model gets the figures but no name of a company or a person", async () => {
  await writeNarrative(ctx, await analyzed());
  const [{ authorization, model: name, messages }] = model.asked as [LanguageModel["asked"][number]];
  expect(authorization).toBe("Bearer key-1");
  expect(name).toBe("small-model");
  const text = JSON.stringify(messages);
  expect(text).toContain("$70,300");
  expect(text).not.toMatch(/northfield|dana/i);
});

test("a text with an unknown figure is retried once and then discarded", async () => {
  model.answers.unshift({ text: "This could save $90,000 a year." });
  const run = await analyzed();
  expect(await writeNarrative(ctx, run)).toBe("kept");
  expect(JSON.stringify(model.asked[1]!.messages)).toContain(
    "It contains a figure that is not in the analysis: $90,000.",
  );

  await db.delete(narrative);
  model.answers.splice(0, model.answers.length, { text: "Your team will save 40 hours a week." });
  expect(await writeNarrative(ctx, run)).toBe("discarded");
  expect(await shown(run)).toBeNull();
  const [row] = await db.select().from(narrative);
  expect(row).toMatchObject({ paragraphs: null, discarded: "It contains a figure that is not in the analysis: 40." });
});

test("a failing endpoint leaves the built-in text, and the job is retried", async () => {
  const run = await analyzed();
  for (const answer of [{ status: 503 }, { status: 401 }, { body: "not json" }, { body: '{"choices":[]}' }]) {
    model.answers.splice(0, model.answers.length, answer);
    await expect(writeNarrative(ctx, run)).rejects.toThrow("The language model request failed");
  }
  model.answers.splice(0, model.answers.length, {
    body: JSON.stringify({ choices: [{ message: { content: kept } }] }).padEnd(64 * 1024 + 1),
  });
  await expect(writeNarrative(ctx, run)).rejects.toThrow("unreadable");
  await model.close();
  await expect(writeNarrative(ctx, run)).rejects.toThrow("unreachable");
  expect(await shown(run)).toBeNull();
});

test("a request without a response ends after thirty seconds; the built-in text is shown meanwhile", async () => {
  const run = await analyzed();
  model.answers.splice(0, model.answers.length, { silent: true });
  const impatient = AbortSignal.timeout.bind(AbortSignal);
  const waited = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => impatient(40));
  await expect(writeNarrative(ctx, run)).rejects.toThrow("unreachable");
  expect(waited).toHaveBeenCalledWith(30_000);
  waited.mockRestore();
  expect(await shown(run)).toBeNull();
  expect(await db.select().from(narrative)).toEqual([]);
});

test("without a model nothing is queued", async () => {
  useSettings({ AI_BASE_URL: undefined });
  const run = await analyzed();
  expect(await queued(writeNarrativeJob.name)).toEqual([]);
  expect(await writeNarrative(ctx, run)).toBe("unneeded");
});
