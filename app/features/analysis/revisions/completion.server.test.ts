import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { company, profile } from "#app/features/accounts/tables.server.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { hasCompletedAnalysis, saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { complete, person, read, started } from "#tests/fixtures/drafts.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { getAnalysis, listRevisions } from "../analysis.server.ts";
import { analysisCreated, analysisRevised } from "../events.ts";
import { analysis } from "../tables.server.ts";
import { completeAnalysis } from "./completion.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => forgetListeners());

test("a new blueprint is prefilled from the profile", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const [firm] = await db.insert(company).values({ name: "Northfield Analytics", domain: "northfield.io" }).returning();
  await db.insert(profile).values({
    authUserId: dana.actor.userId,
    workEmail: "dana@northfield.io",
    companyId: firm!.id,
    companyName: "Northfield Analytics",
    title: "Head of Revenue Operations",
    focusArea: "Revenue Operations",
    topOutcome: "Respond faster",
    industry: "SaaS",
    estimatedLoadedCostPerHour: 80,
  });
  const start = await startBlueprint(dana, { mode: "guided" });
  expect(start).toMatchObject({
    ok: true,
    value: {
      mode: "guided",
      status: "draft",
      version: 1,
      step: "profile",
      about: {
        companyName: "Northfield Analytics",
        companyWebsite: "https://www.northfield.io",
        role: "Head of Revenue Operations",
      },
      inputs: { company: { hourlyCost: 80, industry: "SaaS", focus: "revenue", topOutcome: "speed" } },
    },
  });
  expect(await db.select({ companyId: blueprint.companyId }).from(blueprint)).toEqual([{ companyId: firm!.id }]);
});

test("without a profile a blueprint starts with the standard cost, and a mail provider's domain is not used as its website", async () => {
  const sam = await person(ctx, "sam@gmail.com");
  const start = await startBlueprint(sam, { mode: "quick" });
  expect(start).toMatchObject({
    ok: true,
    value: {
      mode: "quick",
      about: { companyName: "", companyWebsite: "", role: "" },
      inputs: { company: { hourlyCost: 75 } },
    },
  });
});

test("saving a part merges it, increments the version and keeps the rest", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana);
  expect(await saveDraft(dana, { id, version: 1, inputs: { company: { employees: 45 } } })).toMatchObject({
    ok: true,
    value: { version: 2, savedAt: ctx.now },
  });
  await saveDraft(dana, {
    id,
    version: 2,
    inputs: { stack: complete.stack, company: { hourlyCost: null } },
    about: { companyName: "Northfield" },
    step: "tech-stack",
  });
  expect(await read(dana, id)).toMatchObject({
    version: 3,
    step: "tech-stack",
    about: { companyName: "Northfield", companyWebsite: "https://www.northfield.io" },
    inputs: { company: { employees: 45 }, stack: complete.stack },
  });
});

test("saving a stale version is refused with the current one and changes nothing", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana);
  await saveDraft(dana, { id, version: 1, inputs: { company: { employees: 45 } } });
  const late = await saveDraft(dana, { id, version: 1, inputs: { company: { employees: 9, industry: "Finance" } } });
  expect(late).toMatchObject({
    ok: false,
    reason: { kind: "stale", current: { id, version: 2, inputs: { company: { employees: 45 } } } },
  });
  expect((await read(dana, id)).inputs.company).toEqual({ employees: 45, hourlyCost: 75 });
});

test("of twenty simultaneous writers with the same version exactly one succeeds", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana);
  const writers = Array.from({ length: 20 }, (_, index) =>
    saveDraft(dana, { id, version: 1, inputs: { company: { employees: index + 1 } } }),
  );
  const results = await Promise.all(writers);
  const winner = results.findIndex((result) => result.ok);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  for (const result of results)
    if (!result.ok) expect(result.reason).toMatchObject({ kind: "stale", current: { version: 2 } });
  expect(await read(dana, id)).toMatchObject({ version: 2, inputs: { company: { employees: winner + 1 } } });
});

test("a complete draft becomes revision 1, the next run revision 2, and both keep their input", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const heard: unknown[] = [];
  for (const definition of [analysisCreated, analysisRevised])
    onEvent(definition, async (_, { revision, email }) => void heard.push([definition.name, revision, email]));
  const id = await started(dana, complete);
  expect(await hasCompletedAnalysis.of(ctx, dana.actor.userId)).toBe(false);
  const first = await completeAnalysis(dana, id);
  expect(first).toEqual({ ok: true, value: { revision: 1, createdAt: ctx.now, result: analyze(complete) } });
  expect(await hasCompletedAnalysis.of(ctx, dana.actor.userId)).toBe(true);
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1, isOutdated: false } });

  await saveDraft(dana, { id, version: 2, inputs: { company: { employees: 60 } } });
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1, isOutdated: true } });
  expect(await completeAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 2 } });
  const newest = await getAnalysis(dana, id);
  expect(newest).toMatchObject({
    ok: true,
    value: { revision: 2, inputs: { company: { employees: 60 } }, revisions: [{ revision: 2 }, { revision: 1 }] },
  });
  expect(await getAnalysis(dana, id, 1)).toMatchObject({
    ok: true,
    value: { inputs: complete, result: JSON.parse(JSON.stringify(analyze(complete))) },
  });
  expect(await getAnalysis(dana, id, 3)).toEqual({ ok: false, reason: { kind: "no_analysis" } });
  expect(heard).toEqual([
    ["analysis.created", 1, "dana@northfield.io"],
    ["analysis.revised", 2, "dana@northfield.io"],
  ]);
});

test("simultaneous runs get different revision numbers", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, complete);
  const runs = await Promise.all([1, 2, 3, 4].map(() => completeAnalysis(dana, id)));
  expect(runs.map((run) => run.ok && run.value.revision).sort()).toEqual([1, 2, 3, 4]);
});

test("an incomplete draft is refused with its missing fields; nothing is stored or published", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  let wasPublished = false;
  onEvent(analysisCreated, async () => {
    wasPublished = true;
  });
  const id = await started(dana, { company: { employees: 45 }, processes: [{ name: "Lead entry", hours: 4 }] });
  const result = await completeAnalysis(dana, id);
  expect(result.ok).toBe(false);
  if (result.ok || result.reason.kind !== "incomplete") throw new Error("not refused as incomplete");
  expect(Object.keys(result.reason.fields).sort()).toEqual([
    "company.focus",
    "company.industry",
    "company.revenueBand",
    "company.topOutcome",
    "processes.0.activity",
    "processes.0.area",
    "processes.0.frequency",
    "processes.0.pain",
    "processes.0.people",
    "stack",
  ]);
  expect(result.reason.fields["company.industry"]).toBe("Industry: choose one from the list.");
  expect(await db.select().from(analysis)).toEqual([]);
  expect((await read(dana, id)).status).toBe("draft");
  expect(wasPublished).toBe(false);
});

test("a failing listener rolls back the analysis", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, complete);
  onEvent(analysisCreated, async () => {
    throw new Error("no");
  });
  await expect(completeAnalysis(dana, id)).rejects.toThrow("no");
  expect(await db.select().from(analysis)).toEqual([]);
  expect((await read(dana, id)).status).toBe("draft");
});

test("an analysis of model 1.0 keeps its figures, gets the fields of 1.1, and can be recalculated as a new revision", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, exampleFirm);
  await completeAnalysis(dana, id);
  const { projectRange, tornadoOf, expectedImplementationCost, ownUpkeepMonthly, ...earlier } = analyze(exampleFirm, {
    model: "1.0",
  });
  const { npv3, ...range } = earlier.range;
  const stored = { ...earlier, annualValue: 70_000, range };
  await db.update(analysis).set({ modelVersion: "1.0", result: stored }).where(eq(analysis.blueprintId, id));

  const found = await getAnalysis(dana, id);
  if (!found.ok) throw new Error(found.reason.kind);
  expect(found.value.result).toEqual({
    ...stored,
    range: { ...range, npv3 },
    projectRange,
    tornadoOf,
    expectedImplementationCost,
    ownUpkeepMonthly,
  });
  const again = await completeAnalysis(dana, id);
  expect(again).toMatchObject({ ok: true, value: { revision: 2, result: { modelVersion: "1.1" } } });
  expect((await listRevisions(dana, id)).map(({ recommendation }) => recommendation)).toEqual([
    "Build it, without the retainer",
    "Model 1.0: project with the retainer",
  ]);
});
