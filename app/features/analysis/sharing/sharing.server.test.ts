import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import * as wizard from "#app/features/wizard/personal-data.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { deleteBlueprint, saveDraft, startBlueprint } from "#app/features/wizard/wizard.server.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { getAnalysis, listAnalyses, listRevisions } from "../analysis.server.ts";
import { exportPersonalData } from "../personal-data.server.ts";
import { completeAnalysis } from "../revisions/completion.server.ts";
import { analysis, shareLink } from "../tables.server.ts";
import { endShare, findShare, openShare, shareAnalysis } from "./sharing.server.ts";

const { db, ctx } = useDatabase();
beforeAll(() => {
  useSettings({ SITE_URL: "https://gtmarc.example", SECRET: "s".repeat(32) });
});

async function member(email: string): Promise<SignedInCtx> {
  const person = await as(ctx, email);
  await db.insert(wizardGrant).values({ userId: person.actor.userId, grantedAt: ctx.now });
  return person;
}

/** A blueprint with two revisions; the second has a higher hourly cost. */
async function analyzed(person: SignedInCtx) {
  const start = await startBlueprint(person, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  const { id } = start.value;
  const about = { companyName: "Northfield Analytics", companyWebsite: "northfield.example", role: "Secret role" };
  await saveDraft(person, { id, version: 1, inputs: exampleFirm, about });
  await completeAnalysis(person, id);
  await saveDraft(person, { id, version: 2, inputs: { company: { ...exampleFirm.company, hourlyCost: 90 } } });
  await completeAnalysis(person, id);
  return id;
}

const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

async function shared(person: SignedInCtx, id: string, wish: { revision?: number; days?: number } = {}) {
  const share = await shareAnalysis(person, { id, ...wish });
  if (!share.ok) throw new Error(share.reason.kind);
  return { ...share.value, token: tokenOf(share.value.url) };
}

test("a link shows the newest analysis to anyone, without its owner's data", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  const share = await shared(dana, id);
  expect(share.url).toMatch(/^https:\/\/gtmarc\.example\/share\/[\w-]{43}$/);
  const opened = await openShare(ctx, share.token);
  expect(opened).toMatchObject({ ok: true, value: { companyName: "Northfield Analytics", revision: 2 } });
  const text = JSON.stringify(opened);
  for (const secret of [id, dana.actor.userId, "dana@", "Secret role", "northfield.example"])
    expect(text).not.toContain(secret);
});

test("the database contains no token", async () => {
  const dana = await member("dana@northfield.example");
  const { token } = await shared(dana, await analyzed(dana));
  const rows = await db.select().from(shareLink);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(rows[0]!.tokenHash).toHaveLength(43);
});

test("sharing again keeps the URL and can switch it to another revision", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  const [one, other] = await Promise.all([shared(dana, id), shared(dana, id)]);
  expect(one.url).toBe(other.url);
  const moved = await shared(dana, id, { revision: 1, days: 7 });
  expect(moved.url).toBe(one.url);
  expect(moved.expiresAt).toEqual(later(ctx, { days: 7 }).now);
  expect(await openShare(ctx, one.token)).toMatchObject({ value: { revision: 1 } });
  expect(await findShare(dana, id)).toMatchObject({ url: one.url, revision: 1 });
  expect(await shareAnalysis(dana, { id, revision: 9 })).toEqual({ ok: false, reason: { kind: "no_analysis" } });
});

test("a link that was ended, has expired or lost its blueprint never opens again", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  const first = await shared(dana, id);
  await endShare(dana, id);
  await endShare(dana, id);
  expect(await openShare(ctx, first.token)).toEqual({ ok: false, reason: { kind: "ended" } });
  expect(await findShare(dana, id)).toBeNull();

  const second = await shared(dana, id, { days: 2 });
  expect(second.url).not.toBe(first.url);
  expect(await openShare(later(ctx, { days: 1 }), second.token)).toMatchObject({ ok: true });
  const after = later(dana, { days: 2 });
  expect(await openShare(after, second.token)).toEqual({ ok: false, reason: { kind: "ended" } });
  expect(await findShare(after, id)).toBeNull();

  const third = await shared(after, id);
  expect(third.url).not.toBe(second.url);
  await deleteBlueprint(dana, id);
  expect(await openShare(after, third.token)).toEqual({ ok: false, reason: { kind: "ended" } });
  expect(await openShare(after, "made-up")).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("only the owner can share a blueprint or end its link, and needs no wizard access for it", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  const eve = await member("eve@elsewhere.example");
  await shared(dana, id);
  for (const wanted of [id, "nonsense"]) {
    expect(await shareAnalysis(eve, { id: wanted })).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await endShare(eve, wanted)).toEqual({ ok: false, reason: { kind: "not_found" } });
  }
  expect(await findShare(eve, id)).toBeNull();
  expect(await listRevisions(eve, id)).toEqual([]);
  expect(await listAnalyses(eve)).toEqual([]);
  await db.update(wizardGrant).set({ revokedAt: ctx.now });
  expect(await endShare(dana, id)).toMatchObject({ ok: true });
});

test("a draft without an analysis cannot be shared", async () => {
  const dana = await member("dana@northfield.example");
  const start = await startBlueprint(dana, { mode: "guided" });
  if (!start.ok) throw new Error(start.reason.kind);
  expect(await shareAnalysis(dana, { id: start.value.id })).toEqual({ ok: false, reason: { kind: "no_analysis" } });
});

test("revisions are listed with their changes", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  expect(await listRevisions(dana, id)).toMatchObject([
    {
      revision: 2,
      annualValue: 83855.94,
      changes: [{ key: "company.hourlyCost", label: "Loaded cost per hour", before: "$75", after: "$90" }],
    },
    { revision: 1, hoursSavedPerWeek: 27.63, annualValue: 70263.95, changes: [] },
  ]);
  expect((await listAnalyses(dana)).map(({ revision }) => revision)).toEqual([2, 1]);
  expect(await getAnalysis(dana, id)).toMatchObject({ value: { version: 3, narrative: null } });
});

test("the export contains a user's blueprints, and deleting the user's data ends their links", async () => {
  const dana = await member("dana@northfield.example");
  const id = await analyzed(dana);
  const { token } = await shared(dana, id);
  const person = { userId: dana.actor.userId, email: "dana@northfield.example" };
  expect(await wizard.exportPersonalData(ctx, person)).toMatchObject({ blueprints: [{ id, role: "Secret role" }] });
  const data = await exportPersonalData(ctx, person);
  expect(data).toMatchObject({ analyses: [{ revision: 1 }, { revision: 2 }] });
  expect(data.share_links).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain("tokenHash");
  await wizard.forgetPerson(ctx, person);
  expect(await db.$count(blueprint, eq(blueprint.userId, person.userId))).toBe(0);
  expect(await db.$count(analysis)).toBe(0);
  expect(await openShare(ctx, token)).toEqual({ ok: false, reason: { kind: "not_found" } });
});
