import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accessBlock, wizardGrant } from "#app/features/access/tables.server.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { draftBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type ColleagueAnswers, openColleagueLink, saveColleagueAnswers } from "./colleagues/answers.server.ts";
import type { ProcessTexts } from "./colleagues/process-answers.ts";
import { askColleague, endColleague, listColleagues } from "./colleagues.server.ts";
import { maxColleagues } from "./colleagues.ts";
import { getBlueprint } from "./drafts.server.ts";
import { exportPersonalData, forgetPerson } from "./personal-data.server.ts";
import { blueprint, colleagueLink } from "./tables.server.ts";
import { deleteBlueprint, markCompleted, restoreBlueprint, saveDraft } from "./wizard.server.ts";

const { ctx, db } = useDatabase();
useSettings({ SECRET: "c".repeat(32), SITE_URL: "https://gtmarc.example" });
const visitor = asAnonymous(ctx);

const inputsOf = async (member: SignedInCtx, id: string) => value(await getBlueprint(member, id)).inputs;
const tokenOf = (url: string | null) => url!.split("/").at(-1)!;

/** A draft and the token of a link to its first process, or to the stack. */
async function asked(part: "process" | "stack" = "process", name = "Kim") {
  const dana = await wizardMember(ctx);
  const id = await draftBlueprint(dana);
  const process = { place: 0, name: (await inputsOf(dana, id)).processes![0]!.name! };
  const link = value(await askColleague(dana, { id, name, part, days: 7, ...(part === "process" && { process }) }));
  return { dana, id, link, token: tokenOf(link.url), process };
}

const viewOf = async (token: string) => {
  const view = value(await openColleagueLink(visitor, token));
  if (view.part !== "process") throw new Error(view.part);
  return view;
};

async function answersTo(token: string, typed: Partial<ProcessTexts>): Promise<ColleagueAnswers> {
  const view = await viewOf(token);
  return { kind: "process", answers: { shown: view.shown, typed: { ...view.typed, ...typed }, confirmsHours: false } };
}

test("a colleague without an account saves one process; the draft names the colleague as the source", async () => {
  const { dana, id, link, token, process } = await asked();
  expect(link).toMatchObject({ state: "unused", processName: process.name, savedAt: null });
  expect(link.url).toMatch(/^https:\/\/gtmarc\.example\/blueprint\/help\/[\w-]{43}$/);
  const before = await inputsOf(dana, id);
  const sent = await answersTo(token, { hours: "9", name: "Routing" });
  expect(await saveColleagueAnswers(later(visitor, { hours: 1 }), token, sent)).toEqual({
    ok: true,
    value: { held: false },
  });
  const stored = value(await getBlueprint(dana, id));
  expect(stored).toMatchObject({ version: 3, changedOn: "Kim (colleague)" });
  expect(stored.inputs.processes![0]).toEqual({ ...before.processes![0], hours: 9, name: "Routing" });
  expect({ ...stored.inputs, processes: [] }).toEqual({ ...before, processes: [] });
  expect(stored.inputs.processes!.slice(1)).toEqual(before.processes!.slice(1));
  expect(value(await listColleagues(dana, id))).toMatchObject([
    { name: "Kim", state: "saved", processName: "Routing", savedAt: later(ctx, { hours: 1 }).now },
  ]);
});

test("a link's page shows the company's name and its part, and nothing else of the draft", async () => {
  const { dana, id, token, process } = await asked();
  const view = await viewOf(token);
  const others = (await inputsOf(dana, id)).processes!.slice(1).map(({ name }) => name!);
  const text = JSON.stringify(view);
  expect(view).toMatchObject({ name: "Kim", companyName: expect.any(String), shown: { name: process.name } });
  for (const hidden of [id, dana.actor.userId, dana.actor.email, "revenueBand", "hubspot", ...others])
    expect(text).not.toContain(hidden);
});

test("the database and the export do not contain the token", async () => {
  const { dana, token, link } = await asked();
  expect(JSON.stringify(await db.select().from(colleagueLink))).not.toContain(token);
  const exported = await exportPersonalData(ctx, { userId: dana.actor.userId, email: dana.actor.email });
  expect(exported["colleagueLinks"]).toMatchObject([{ id: link.id, name: "Kim", part: "process" }]);
  expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${token}|tokenHash`));
});

test("the owner's saves since the colleague opened the page are kept, field by field", async () => {
  const { dana, id, token } = await asked();
  const sent = await answersTo(token, { hours: "9" });
  const { processes } = await inputsOf(dana, id);
  const mine = [{ ...processes![0]!, people: 7 }, ...processes!.slice(1)];
  value(await saveDraft(dana, { id, version: 2, inputs: { processes: mine } }));
  expect(await saveColleagueAnswers(visitor, token, sent)).toEqual({ ok: true, value: { held: false } });
  expect((await inputsOf(dana, id)).processes).toEqual([{ ...mine[0], hours: 9 }, ...mine.slice(1)]);
});

test("a field that both changed is asked about, and either choice is kept", async () => {
  const { dana, id, token } = await asked();
  const sent = await answersTo(token, { hours: "9", pain: "5" });
  const { processes } = await inputsOf(dana, id);
  value(
    await saveDraft(dana, {
      id,
      version: 2,
      inputs: { processes: processes!.with(0, { ...processes![0]!, hours: 8 }) },
    }),
  );
  expect(await saveColleagueAnswers(visitor, token, sent)).toEqual({ ok: true, value: { held: true } });
  expect((await inputsOf(dana, id)).processes![0]).toMatchObject({ hours: 8, pain: 5 });
  expect((await viewOf(token)).disputes).toEqual([{ field: "hours", here: "9", there: "8" }]);
  // Saving something else does not answer the question.
  value(await saveColleagueAnswers(visitor, token, await answersTo(token, { people: "4" })));
  expect((await viewOf(token)).disputes).toHaveLength(1);
  const version = value(await getBlueprint(dana, id)).version;
  value(await saveColleagueAnswers(visitor, token, { kind: "settle", keep: "theirs", seen: { hours: "8" } }));
  expect((await viewOf(token)).disputes).toEqual([]);
  expect(value(await getBlueprint(dana, id)).version).toBe(version);

  await saveColleagueAnswers(visitor, token, sent);
  value(await saveColleagueAnswers(visitor, token, { kind: "settle", keep: "mine", seen: { hours: "8" } }));
  expect((await inputsOf(dana, id)).processes![0]).toMatchObject({ hours: 9 });
});

test("ten simultaneous saves of the owner and the colleague are all kept", async () => {
  const { dana, id, token } = await asked();
  const { processes } = await inputsOf(dana, id);
  const sent = await answersTo(token, { hours: "9" });
  const saveOwn = async (people: number): Promise<void> => {
    for (;;) {
      const { version, inputs } = value(await getBlueprint(dana, id));
      const rows = inputs.processes!.with(1, { ...inputs.processes![1]!, people });
      if ((await saveDraft(dana, { id, version, inputs: { processes: rows } })).ok) return;
    }
  };
  const results = await Promise.all([
    ...Array.from({ length: 5 }, () => saveColleagueAnswers(visitor, token, sent)),
    ...[11, 12, 13, 14, 15].map(saveOwn),
  ]);
  expect(results.slice(0, 5)).toEqual(Array(5).fill({ ok: true, value: { held: false } }));
  const after = (await inputsOf(dana, id)).processes!;
  expect(after[0]).toEqual({ ...processes![0], hours: 9 });
  expect([11, 12, 13, 14, 15]).toContain(after[1]!.people);
  expect(after.slice(2)).toEqual(processes!.slice(2));
});

test("an owner's stale save is refused with the colleague's values and name, to be merged", async () => {
  const { dana, id, token } = await asked();
  await saveColleagueAnswers(visitor, token, await answersTo(token, { hours: "9" }));
  const { processes } = await inputsOf(dana, id);
  expect(await saveDraft(dana, { id, version: 2, inputs: { processes: processes! } })).toMatchObject({
    ok: false,
    reason: {
      kind: "stale",
      current: { changedOn: "Kim (colleague)", inputs: { processes: [{ hours: 9 }, ...processes!.slice(1)] } },
    },
  });
});

test("a link follows its process; after its removal the page says so until it returns", async () => {
  const { dana, id, token, process } = await asked();
  const { processes } = await inputsOf(dana, id);
  const rest = processes!.slice(1);
  value(await saveDraft(dana, { id, version: 2, inputs: { processes: [...rest, processes![0]!] } }));
  expect((await viewOf(token)).shown.name).toBe(process.name);
  const sent = await answersTo(token, { hours: "9" });
  value(await saveDraft(dana, { id, version: 3, inputs: { processes: rest } }));
  expect(await openColleagueLink(visitor, token)).toEqual({ ok: false, reason: { kind: "removed" } });
  expect(await saveColleagueAnswers(visitor, token, sent)).toEqual({ ok: false, reason: { kind: "removed" } });
  expect(value(await listColleagues(dana, id))).toMatchObject([{ state: "removed", url: null }]);
  value(await saveDraft(dana, { id, version: 4, inputs: { processes: [processes![0]!] } }));
  expect((await viewOf(token)).shown.name).toBe(process.name);
});

test("confirmed hours are no longer assumed", async () => {
  const { dana, id, token } = await asked();
  const { processes } = await inputsOf(dana, id);
  const rows = processes!.map((process, index) => (index === 0 ? { ...process, assumed: true } : process));
  value(
    await saveDraft(dana, {
      id,
      version: 2,
      inputs: { processes: rows },
      assumed: ["processes", "processTimes", "industry"],
    }),
  );
  const view = await viewOf(token);
  expect(view.isAssumed).toBe(true);
  const answers = { shown: view.shown, typed: view.typed, confirmsHours: true };
  value(await saveColleagueAnswers(visitor, token, { kind: "process", answers }));
  const stored = value(await getBlueprint(dana, id));
  expect(stored.inputs.processes![0]).not.toHaveProperty("assumed");
  // The answers do not confirm the list of processes and the industry.
  expect(stored.assumed).toEqual(["processes", "industry"]);
});

test("a link to the stack saves tools and costs and confirms its costs", async () => {
  const { dana, id, token } = await asked("stack");
  value(await saveDraft(dana, { id, version: 2, inputs: {}, assumed: ["toolCosts", "processTimes"] }));
  const view = value(await openColleagueLink(visitor, token));
  if (view.part !== "stack") throw new Error(view.part);
  expect(JSON.stringify(view)).not.toContain((await inputsOf(dana, id)).processes![0]!.name!);
  const [first, ...rest] = view.shown;
  const ticked = [{ ...first!, cost: "123", category: "bi", overlaps: "no" as const }, ...rest];
  const answers = { shown: view.shown, ticked, own: { name: "In-house CRM", cost: "40", category: "crm" } };
  expect(await saveColleagueAnswers(visitor, token, { kind: "stack", answers })).toEqual({
    ok: true,
    value: { held: false },
  });
  const stored = value(await getBlueprint(dana, id));
  expect(stored.inputs.stack!.find((tool) => tool.id === first!.id)).toMatchObject({
    ...{ monthlyUsd: 123, category: "bi", overlaps: false },
  });
  expect(stored.inputs.stack).toContainEqual({ id: "In-house CRM", category: "crm", monthlyUsd: 40 });
  expect(stored.assumed).toEqual(["processTimes"]);
});

test("a link opens only its own part", async () => {
  const { token } = await asked("stack");
  const texts = { name: "", area: "", activity: "", hours: "", people: "", frequency: "", pain: "" };
  const answers = { shown: texts, typed: texts, confirmsHours: false };
  expect(await saveColleagueAnswers(visitor, token, { kind: "process", answers })).toEqual({
    ok: false,
    reason: { kind: "wrong_part" },
  });
});

test("a link that was ended, expired, or lost its draft or its owner's access neither opens nor saves", async () => {
  const { dana, id, link, token } = await asked();
  const sent = await answersTo(token, { hours: "9" });
  const expectRefused = async (kind: string, at = visitor) => {
    expect(await openColleagueLink(at, token)).toEqual({ ok: false, reason: { kind } });
    expect(await saveColleagueAnswers(at, token, sent)).toEqual({ ok: false, reason: { kind } });
  };
  await expectRefused("expired", later(visitor, { days: 7 }));
  expect(value(await listColleagues(later(dana, { days: 7 }), id))).toMatchObject([{ state: "expired", url: null }]);
  value(await deleteBlueprint(dana, id));
  await expectRefused("deleted");
  value(await restoreBlueprint(dana, id));
  await db.update(wizardGrant).set({ revokedAt: ctx.now });
  await expectRefused("paused");
  await db.update(wizardGrant).set({ revokedAt: null });
  await db.update(user).set({ disabledAt: ctx.now }).where(eq(user.id, dana.actor.userId));
  await expectRefused("paused");
  await db.update(user).set({ disabledAt: null });
  const block = { email: dana.actor.email, userId: dana.actor.userId, reason: "", blockedAt: ctx.now };
  await db.insert(accessBlock).values(block);
  await expectRefused("paused");
  await db.delete(accessBlock);
  expect((await viewOf(token)).name).toBe("Kim");
  await markCompleted(ctx, id);
  await expectRefused("finished");
  expect(await askColleague(dana, { id, name: "Lee", part: "stack", days: 7 })).toMatchObject({
    reason: { kind: "finished" },
  });
  value(await endColleague(dana, { id, colleague: link.id }));
  await expectRefused("ended");
  for (const unknown of ["x", token.slice(1), ""])
    expect(await openColleagueLink(visitor, unknown)).toEqual({ ok: false, reason: { kind: "not_found" } });
  await forgetPerson(ctx, { userId: dana.actor.userId, email: dana.actor.email });
  await expectRefused("not_found");
  expect(await db.select().from(colleagueLink)).toEqual([]);
});

test("an admin's link works without a grant", async () => {
  const admin = await asAdmin(ctx);
  const id = await draftBlueprint(admin);
  const link = value(await askColleague(admin, { id, name: "Kim", part: "stack", days: 7 }));
  expect(await openColleagueLink(visitor, tokenOf(link.url))).toMatchObject({ ok: true });
});

test("ten links can be active at a time; ending one allows a new one", async () => {
  const { dana, id, link } = await asked("stack");
  const ask = () => askColleague(dana, { id, name: "Lee", part: "stack", days: 7 });
  const results = await Promise.all(Array.from({ length: maxColleagues + 2 }, ask));
  expect(results.filter(({ ok }) => ok)).toHaveLength(maxColleagues - 1);
  expect(await ask()).toEqual({ ok: false, reason: { kind: "too_many_colleagues" } });
  value(await endColleague(dana, { id, colleague: link.id }));
  value(await endColleague(dana, { id, colleague: link.id }));
  expect((await ask()).ok).toBe(true);
});

test("a process that was moved or renamed meanwhile is not linked", async () => {
  const { dana, id } = await asked();
  for (const process of [
    { place: 0, name: "Another" },
    { place: 19, name: "" },
  ])
    expect(await askColleague(dana, { id, name: "Lee", part: "process", process, days: 7 })).toEqual({
      ok: false,
      reason: { kind: "no_such_process" },
    });
});

test("other users cannot see, create or end the links of a draft", async () => {
  const { dana, id, link, token } = await asked();
  const eve = await wizardMember(ctx, "eve@elsewhere.example");
  const other = await draftBlueprint(eve);
  const missing = { ok: false, reason: { kind: "not_found" } };
  expect(await listColleagues(eve, id)).toEqual(missing);
  expect(await askColleague(eve, { id, name: "Eve", part: "stack", days: 7 })).toEqual(missing);
  expect(await endColleague(eve, { id, colleague: link.id })).toEqual(missing);
  expect(await endColleague(eve, { id: other, colleague: link.id })).toEqual(missing);
  await db.delete(wizardGrant).where(eq(wizardGrant.userId, dana.actor.userId));
  expect(await listColleagues(dana, id)).toEqual({ ok: false, reason: { kind: "no_access", reason: "no_grant" } });
  expect((await db.select().from(blueprint).where(eq(blueprint.id, id)))[0]!.version).toBe(2);
  expect(await openColleagueLink(visitor, token)).toMatchObject({ reason: { kind: "paused" } });
});
