import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { as, asAdmin } from "../../../tests/fixtures/actors.ts";
import { useDatabase } from "../../../tests/setup/test-database.ts";
import { forgetListeners, onEvent } from "../../platform/events.server.ts";
import { wizardGrant } from "../access/tables.server.ts";
import { company, profile, user } from "../accounts/tables.server.ts";
import { analyse } from "../roi/analysis.ts";
import type { ModelInput } from "../roi/model-input.ts";
import { getAnalysis } from "./analyses.server.ts";
import {
  completeAnalysis,
  deleteBlueprint,
  duplicateBlueprint,
  hasCompletedAnalysis,
  purgeBlueprints,
  restoreBlueprint,
  saveDraft,
  startBlueprint,
} from "./blueprint.server.ts";
import type { DraftPart } from "./blueprint.ts";
import { findOpenDraft, getBlueprint, listBlueprints, type MemberCtx } from "./drafts.server.ts";
import { analysis, blueprint } from "./tables.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => forgetListeners());

/** Somebody who is signed in, with wizard access unless said otherwise. */
async function person(email: string, { access = true } = {}): Promise<MemberCtx> {
  const member = await as(ctx, email);
  if (access) await db.insert(wizardGrant).values({ userId: member.actor.userId, grantedAt: ctx.now });
  return member;
}

const revoke = (member: MemberCtx) =>
  db.update(wizardGrant).set({ revokedAt: ctx.now }).where(eq(wizardGrant.userId, member.actor.userId));

const complete: ModelInput = {
  company: {
    employees: 45,
    revenueBand: "5-10M",
    industry: "SaaS",
    focus: "revenue",
    topOutcome: "speed",
    hourlyCost: 75,
  },
  stack: [{ id: "hubspot", category: "crm", monthlyUsd: 1600 }],
  processes: [
    { name: "Lead entry", area: "revenue", activity: "data_entry", hours: 4, people: 6, frequency: "daily", pain: 5 },
  ],
};

async function started(member: MemberCtx, inputs?: DraftPart) {
  const start = await startBlueprint(member, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason);
  if (inputs) await saveDraft(member, { id: start.value.id, version: 1, inputs });
  return start.value.id;
}

async function read(member: MemberCtx, id: string) {
  const found = await getBlueprint(member, id);
  if (!found.ok) throw new Error(found.reason);
  return found.value;
}

test("a blueprint starts with what the profile knows", async () => {
  const dana = await person("dana@northfield.io");
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

test("without a profile it starts with the standard cost and no website of a mail provider", async () => {
  const sam = await person("sam@gmail.com");
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

test("a saving merges its part, counts the version and keeps the rest", async () => {
  const dana = await person("dana@northfield.io");
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

test("a stale version is refused with the current one, and nothing of it is saved", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana);
  await saveDraft(dana, { id, version: 1, inputs: { company: { employees: 45 } } });
  const late = await saveDraft(dana, { id, version: 1, inputs: { company: { employees: 9, industry: "Finance" } } });
  expect(late).toMatchObject({
    ok: false,
    reason: { kind: "stale", current: { id, version: 2, inputs: { company: { employees: 45 } } } },
  });
  expect((await read(dana, id)).inputs.company).toEqual({ employees: 45, hourlyCost: 75 });
});

test("of twenty writers with the same version exactly one is saved", async () => {
  const dana = await person("dana@northfield.io");
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
  const dana = await person("dana@northfield.io");
  const heard: unknown[] = [];
  onEvent("blueprint.completed", async (_, payload) => void heard.push(payload));
  const id = await started(dana, complete);
  expect(await hasCompletedAnalysis(ctx, dana.actor.userId)).toBe(false);
  const first = await completeAnalysis(dana, id);
  expect(first).toEqual({ ok: true, value: { revision: 1, createdAt: ctx.now, result: analyse(complete) } });
  expect(await hasCompletedAnalysis(ctx, dana.actor.userId)).toBe(true);
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
    value: { inputs: complete, result: JSON.parse(JSON.stringify(analyse(complete))) },
  });
  expect(await getAnalysis(dana, id, 3)).toEqual({ ok: false, reason: "no-analysis" });
  expect(heard).toEqual([
    { blueprintId: id, userId: dana.actor.userId, revision: 1 },
    { blueprintId: id, userId: dana.actor.userId, revision: 2 },
  ]);
});

test("simultaneous runs get revisions of their own", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana, complete);
  const runs = await Promise.all([1, 2, 3, 4].map(() => completeAnalysis(dana, id)));
  expect(runs.map((run) => run.ok && run.value.revision).sort()).toEqual([1, 2, 3, 4]);
});

test("an incomplete draft is refused with the fields that it lacks; nothing is stored and nobody is told", async () => {
  const dana = await person("dana@northfield.io");
  let told = false;
  onEvent("blueprint.completed", async () => {
    told = true;
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
  expect(told).toBe(false);
});

test("a failing listener undoes the analysis", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana, complete);
  onEvent("blueprint.completed", async () => {
    throw new Error("no");
  });
  await expect(completeAnalysis(dana, id)).rejects.toThrow("no");
  expect(await db.select().from(analysis)).toEqual([]);
  expect((await read(dana, id)).status).toBe("draft");
});

test("a duplicate is a new draft with the same answers and no analyses", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  const copy = await duplicateBlueprint(dana, id);
  expect(copy).toMatchObject({ ok: true, value: { status: "draft", version: 1, step: "profile", inputs: complete } });
  if (!copy.ok) throw new Error("not duplicated");
  expect(copy.value.id).not.toBe(id);
  expect(await getAnalysis(dana, copy.value.id)).toEqual({ ok: false, reason: "no-analysis" });
});

test("the list shows the newest figures, the blueprint changed last first", async () => {
  const dana = await person("dana@northfield.io");
  const older = await started(dana, complete);
  await completeAnalysis(dana, older);
  await completeAnalysis(dana, older);
  const newer = await started({ ...dana, now: new Date(ctx.now.getTime() + 60_000) });
  const list = await listBlueprints(dana);
  const { hoursSavedPerWeek, annualValue } = analyse(complete);
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

test("the wizard goes on with the newest guided draft, never with a finished or a quick one", async () => {
  const dana = await person("dana@northfield.io");
  expect(await findOpenDraft(dana)).toEqual({ ok: true, value: undefined });
  const draft = await started(dana);
  const later = { ...dana, now: new Date(ctx.now.getTime() + 60_000) };
  await completeAnalysis(later, await started(later, complete));
  await startBlueprint(later, { mode: "quick" });
  expect(await findOpenDraft(dana)).toMatchObject({ ok: true, value: { id: draft } });
});

test("a deleted blueprint is gone for its owner at once and from the database after thirty days", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  expect(await deleteBlueprint(dana, id)).toEqual({ ok: true, value: undefined });
  expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: "not-found" });
  expect(await getAnalysis(dana, id)).toEqual({ ok: false, reason: "not-found" });
  expect(await listBlueprints(dana)).toEqual({ ok: true, value: [] });
  expect(await deleteBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "not-found" } });
  expect(await hasCompletedAnalysis(ctx, dana.actor.userId)).toBe(false);

  const days = (count: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + count * 24 * 3600 * 1000) });
  expect(await purgeBlueprints(days(29))).toBe(0);
  expect(await purgeBlueprints(days(31))).toBe(1);
  expect(await db.select().from(analysis)).toEqual([]);
});

test("a deletion can be taken back with its analyses, by its owner and as long as the rows are kept", async () => {
  const dana = await person("dana@northfield.io");
  const eve = await person("eve@elsewhere.test");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  await deleteBlueprint(dana, id);
  expect(await restoreBlueprint(eve, id)).toEqual({ ok: false, reason: "not-found" });
  expect(await restoreBlueprint(dana, "nonsense")).toEqual({ ok: false, reason: "not-found" });
  expect(await restoreBlueprint(dana, id)).toMatchObject({ ok: true, value: { id, status: "completed" } });
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1 } });
  await revoke(dana);
  expect(await restoreBlueprint(dana, id)).toEqual({ ok: false, reason: "no-access" });
});

test("what is assumed is kept until the part it is about is saved, and a copy assumes the same", async () => {
  const dana = await person("dana@northfield.io");
  const start = await startBlueprint(dana, { mode: "quick" });
  if (!start.ok) throw new Error(start.reason);
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

test("the next blueprint about the same company starts with what the newest one said", async () => {
  const dana = await person("dana@northfield.io");
  await started(dana, { company: { employees: 45, revenueBand: "5-10M", hourlyCost: 92 } });
  const next = await startBlueprint(dana, { mode: "guided" });
  expect(next).toMatchObject({
    ok: true,
    value: { inputs: { company: { employees: 45, revenueBand: "5-10M", hourlyCost: 92 } } },
  });
});

test("somebody else's blueprint does not exist", async () => {
  const dana = await person("dana@northfield.io");
  const eve = await person("eve@elsewhere.test");
  const admin = await asAdmin(ctx);
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  for (const other of [eve, admin]) {
    expect(await getBlueprint(other, id)).toEqual({ ok: false, reason: "not-found" });
    expect(await getAnalysis(other, id)).toEqual({ ok: false, reason: "not-found" });
    expect(await saveDraft(other, { id, version: 2, inputs: {} })).toEqual({
      ok: false,
      reason: { kind: "not-found" },
    });
    expect(await completeAnalysis(other, id)).toEqual({ ok: false, reason: { kind: "not-found" } });
    expect(await duplicateBlueprint(other, id)).toEqual({ ok: false, reason: { kind: "not-found" } });
    expect(await deleteBlueprint(other, id)).toEqual({ ok: false, reason: { kind: "not-found" } });
    expect(await listBlueprints(other)).toEqual({ ok: true, value: [] });
  }
  expect(await read(dana, id)).toMatchObject({ version: 2 });
});

test("text that is no id is not found instead of an error", async () => {
  const dana = await person("dana@northfield.io");
  for (const id of ["", "1", "wizard", "'; drop table blueprint; --"]) {
    expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: "not-found" });
    expect(await getAnalysis(dana, id)).toEqual({ ok: false, reason: "not-found" });
    expect(await completeAnalysis(dana, id)).toEqual({ ok: false, reason: { kind: "not-found" } });
  }
});

test("without wizard access every verb and every read of drafts is refused", async () => {
  const mallory = await person("mallory@elsewhere.test", { access: false });
  expect(await startBlueprint(mallory, { mode: "guided" })).toEqual({ ok: false, reason: "no-access" });
  expect(await db.select().from(blueprint)).toEqual([]);
  expect(await listBlueprints(mallory)).toEqual({ ok: false, reason: "no-access" });
  expect(await findOpenDraft(mallory)).toEqual({ ok: false, reason: "no-access" });
});

test("who lost access keeps reading the finished analysis and nothing else", async () => {
  const dana = await person("dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  await revoke(dana);
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1 } });
  expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: "no-access" });
  const refused = { ok: false, reason: { kind: "no-access" } };
  expect(await saveDraft(dana, { id, version: 2, inputs: { company: { employees: 1 } } })).toEqual(refused);
  expect(await completeAnalysis(dana, id)).toEqual(refused);
  expect(await duplicateBlueprint(dana, id)).toEqual(refused);
  expect(await deleteBlueprint(dana, id)).toEqual(refused);
  const [row] = await db
    .select()
    .from(blueprint)
    .where(and(eq(blueprint.id, id), eq(blueprint.version, 2)));
  expect(row).toMatchObject({ deletedAt: null, inputs: complete });
});

test("an admin needs no grant for blueprints of their own", async () => {
  const admin = await asAdmin(ctx);
  const id = await started(admin, complete);
  expect(await completeAnalysis(admin, id)).toMatchObject({ ok: true, value: { revision: 1 } });
});

test("a person's blueprints go with the account", async () => {
  const dana = await person("dana@northfield.io");
  await completeAnalysis(dana, await started(dana, complete));
  await db.delete(user).where(eq(user.id, dana.actor.userId));
  expect(await db.select().from(blueprint)).toEqual([]);
  expect(await db.select().from(analysis)).toEqual([]);
});
