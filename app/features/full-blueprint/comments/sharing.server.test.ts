import { beforeAll, expect, test } from "vitest";
import * as analysisData from "#app/features/analysis/personal-data.server.ts";
import { endShare, openShare, shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import * as wizard from "#app/features/wizard/personal-data.server.ts";
import { deleteBlueprint } from "#app/features/wizard/wizard.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { drawnSections, publishedBlueprint } from "#tests/fixtures/published-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { publishDrawings, saveDrawings } from "../drawing/architect.server.ts";
import { fullBlueprint } from "../tables.server.ts";
import { unlockBlueprint, unlockByAdmin, withdrawPaidUnlock } from "../unlock.server.ts";
import {
  endFullBlueprintShare,
  findFullBlueprintShare,
  openFullBlueprintShare,
  shareFullBlueprint,
} from "./sharing.server.ts";

const { db, ctx } = useDatabase();
beforeAll(() => {
  useSettings({ SITE_URL: "https://gtmarc.example", SECRET: "s".repeat(32) });
});

const drawn = (summary: string) => ({ ...drawnSections("Leads"), summary });
const locked = { ok: false, reason: { kind: "locked" } };
const missing = { ok: false, reason: { kind: "not_found" } };
const ended = { ok: false, reason: { kind: "ended" } };

async function published() {
  const { blueprintId: id, ...people } = await publishedBlueprint(ctx, drawn("First summary."));
  return { ...people, id };
}

async function shared(person: SignedInCtx, id: string, days?: number) {
  const share = value(await shareFullBlueprint(person, { id, days }));
  return { ...share, token: share.url.split("/").at(-2)! };
}

test("a link shows the newest published version to anyone, without personal data", async () => {
  const { dana, admin, id } = await published();
  const share = await shared(dana, id);
  expect(share.url).toMatch(/^https:\/\/gtmarc\.example\/share\/[\w-]{43}\/full$/);
  expect(await openFullBlueprintShare(ctx, share.token)).toMatchObject({
    value: { companyName: "Northfield Analytics", number: 1, content: { summary: "First summary." } },
  });
  value(await saveDrawings(admin, { blueprintId: id, version: 2, content: drawn("A draft.") }));
  expect(await openFullBlueprintShare(ctx, share.token)).toMatchObject({ value: { number: 1 } });
  value(await publishDrawings(admin, { blueprintId: id, version: 3, note: "" }));
  const opened = await openFullBlueprintShare(ctx, share.token);
  expect(opened).toMatchObject({ value: { number: 2, content: { summary: "A draft." } } });
  const text = JSON.stringify(opened);
  for (const secret of [id, dana.actor.userId, admin.actor.userId, "dana@", "admin", "For Dana alone"])
    expect(text).not.toContain(secret);
});

test("twenty simultaneous shares create one link; days change its expiry, and ending it is final", async () => {
  const { dana, id } = await published();
  const links = await Promise.all(Array.from({ length: 20 }, () => shared(dana, id)));
  expect(new Set(links.map(({ url }) => url)).size).toBe(1);
  const first = links[0]!;
  const day = dayMs;
  expect(first.expiresAt.getTime() - ctx.now.getTime()).toBe(30 * day);
  expect((await shared(dana, id, 7)).expiresAt.getTime() - ctx.now.getTime()).toBe(7 * day);
  expect(await findFullBlueprintShare(dana, id)).toMatchObject({ url: first.url });
  expect(await openFullBlueprintShare(later(ctx, { hours: 7 * 24 }), first.token)).toEqual(ended);
  expect(await endFullBlueprintShare(dana, id)).toMatchObject({ ok: true });
  expect(await endFullBlueprintShare(dana, id)).toMatchObject({ ok: true });
  expect(await findFullBlueprintShare(dana, id)).toBeNull();
  expect(await openFullBlueprintShare(ctx, first.token)).toEqual(ended);
  expect((await shared(dana, id)).url).not.toBe(first.url);
  expect(await openFullBlueprintShare(ctx, "made-up")).toEqual(missing);
});

test("the links to the analysis and to the full blueprint are independent", async () => {
  const { dana, id } = await published();
  const full = await shared(dana, id);
  const run = value(await shareAnalysis(dana, { id }));
  const token = run.url.split("/").at(-1)!;
  expect(await openShare(ctx, full.token)).toEqual(missing);
  expect(await openFullBlueprintShare(ctx, token)).toEqual(missing);
  await endShare(dana, id);
  expect(await openShare(ctx, token)).toEqual(ended);
  expect(await openFullBlueprintShare(ctx, full.token)).toMatchObject({ ok: true });
});

test("a refund, a deletion and a missing publication close the link", async () => {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const id = await finishedBlueprint(dana);
  expect(await shareFullBlueprint(dana, { id })).toEqual(locked);
  const reference = newId();
  value(await unlockBlueprint(ctx, { blueprintId: id, method: "payment", reference }));
  expect(await shareFullBlueprint(dana, { id })).toEqual(locked);
  value(await saveDrawings(admin, { blueprintId: id, version: 1, content: drawn("Summary.") }));
  value(await publishDrawings(admin, { blueprintId: id, version: 2, note: "" }));
  const { token } = await shared(dana, id);
  // A refund after the publication keeps the unlock, so the publication is reverted first.
  await db.update(fullBlueprint).set({ kickoffAt: null, publishedAt: null });
  value(await withdrawPaidUnlock(ctx, { blueprintId: id, reference }));
  expect(await openFullBlueprintShare(ctx, token)).toEqual(ended);
  expect(await shareFullBlueprint(dana, { id })).toEqual(locked);
  expect(await endFullBlueprintShare(dana, id)).toMatchObject({ ok: true });
  value(await unlockByAdmin(admin, id));
  const again = await shared(dana, id);
  await deleteBlueprint(dana, id);
  expect(await openFullBlueprintShare(ctx, again.token)).toEqual(ended);
});

test("only the owner can share a full blueprint or end the link", async () => {
  const { dana, admin, id } = await published();
  await shared(dana, id);
  const eve = await as(ctx, "eve@elsewhere.example");
  for (const who of [eve, admin])
    for (const wanted of [id, newId(), "nonsense"]) {
      expect(await shareFullBlueprint(who, { id: wanted })).toEqual(missing);
      expect(await endFullBlueprintShare(who, wanted)).toEqual(missing);
    }
  expect(await findFullBlueprintShare(eve, id)).toBeNull();
  expect(await findFullBlueprintShare(dana, id)).not.toBeNull();
});

test("an export contains the link without its hash, and deleting the user's data ends it", async () => {
  const { dana, id } = await published();
  const { token } = await shared(dana, id);
  const person = { userId: dana.actor.userId, email: dana.actor.email };
  const data = await analysisData.exportPersonalData(ctx, person);
  expect(data.share_links).toMatchObject([{ kind: "full-blueprint", revision: null }]);
  expect(JSON.stringify(data)).not.toContain("tokenHash");
  await wizard.forgetPerson(ctx, person);
  expect(await openFullBlueprintShare(ctx, token)).toEqual(missing);
});
