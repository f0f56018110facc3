import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import {
  deleteBlueprint,
  duplicateBlueprint,
  findOpenDraft,
  hasCompletedAnalysis,
  purgeBlueprints,
  restoreBlueprint,
  saveDraft,
  startBlueprint,
} from "#app/features/wizard/wizard.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { complete, person, read, revokeAccess, started } from "#tests/fixtures/drafts.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { getAnalysis } from "../analysis.server.ts";
import { analysis } from "../tables.server.ts";
import { listBlueprints } from "./blueprint-list.server.ts";
import { completeAnalysis } from "./completion.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => forgetListeners());

test("a duplicate is a new draft with the same inputs and no analyses", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  const copy = await duplicateBlueprint(dana, id);
  expect(copy).toMatchObject({ ok: true, value: { status: "draft", version: 1, step: "profile", inputs: complete } });
  if (!copy.ok) throw new Error("not duplicated");
  expect(copy.value.id).not.toBe(id);
  expect(await getAnalysis(dana, copy.value.id)).toEqual({ ok: false, reason: { kind: "no_analysis" } });
});

test("the list shows the latest figures, most recently changed blueprint first", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const older = await started(dana, complete);
  await completeAnalysis(dana, older);
  await completeAnalysis(dana, older);
  const newer = await started({ ...dana, now: new Date(ctx.now.getTime() + 60_000) });
  const list = await listBlueprints(dana);
  const { hoursSavedPerWeek, annualValue } = analyze(complete);
  expect(list).toMatchObject({
    ok: true,
    value: [
      { id: newer, status: "draft", latest: null, processCount: 0 },
      {
        id: older,
        status: "completed",
        processCount: 1,
        toolCount: 1,
        latest: { revision: 2, createdAt: ctx.now, hoursSavedPerWeek, annualValue },
      },
    ],
  });
});

test("the wizard continues with the latest guided draft, never with a finished or a quick one", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  expect(await findOpenDraft(dana)).toMatchObject({ ok: true, value: { draft: null } });
  const draft = await started(dana);
  const later = { ...dana, now: new Date(ctx.now.getTime() + 60_000) };
  await completeAnalysis(later, await started(later, complete));
  await startBlueprint(later, { mode: "quick" });
  expect(await findOpenDraft(dana)).toMatchObject({ ok: true, value: { draft: { id: draft } } });
});

test("a deleted blueprint is hidden from its owner at once and deleted from the database after thirty days", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  expect(await deleteBlueprint(dana, id)).toEqual({ ok: true, value: undefined });
  expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await getAnalysis(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await listBlueprints(dana)).toEqual({ ok: true, value: [] });
  expect(await deleteBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await hasCompletedAnalysis.of(ctx, dana.actor.userId)).toBe(false);

  const days = (count: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + count * dayMs) });
  expect(await purgeBlueprints(days(29))).toBe(0);
  expect(await purgeBlueprints(days(31))).toBe(1);
  expect(await db.select().from(analysis)).toEqual([]);
});

test("a deletion can be undone with its analyses, by its owner, until the rows are deleted", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const eve = await person(ctx, "eve@elsewhere.test");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  await deleteBlueprint(dana, id);
  expect(await restoreBlueprint(eve, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await restoreBlueprint(dana, "nonsense")).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await restoreBlueprint(dana, id)).toMatchObject({ ok: true, value: { id, status: "completed" } });
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1 } });
  await revokeAccess(dana);
  expect(await restoreBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "no_access", reason: "no_grant" } });
});

test("an assumption remains until its part is saved, and a copy has the same assumptions", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const start = await startBlueprint(dana, { mode: "quick" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  await saveDraft(dana, { id, version: 1, inputs: complete, assumed: ["industry", "hourlyCost", "toolCosts"] });
  expect(await read(dana, id)).toMatchObject({ mode: "quick", assumed: ["industry", "hourlyCost", "toolCosts"] });
  const copy = await duplicateBlueprint(dana, id);
  await saveDraft(dana, { id, version: 2, inputs: { company: { hourlyCost: 92 } } });
  expect(await read(dana, id)).toMatchObject({ assumed: ["industry", "toolCosts"] });
  await saveDraft(dana, { id, version: 3, inputs: { stack: [] } });
  expect(await read(dana, id)).toMatchObject({ assumed: ["industry"] });
  expect(copy).toMatchObject({ ok: true, value: { assumed: ["industry", "hourlyCost", "toolCosts"] } });
});

test("the next blueprint of a company is prefilled from the latest one", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  await started(dana, { company: { employees: 45, revenueBand: "5-10M", hourlyCost: 92 } });
  const next = await startBlueprint(dana, { mode: "guided" });
  expect(next).toMatchObject({
    ok: true,
    value: { inputs: { company: { employees: 45, revenueBand: "5-10M", hourlyCost: 92 } } },
  });
});
