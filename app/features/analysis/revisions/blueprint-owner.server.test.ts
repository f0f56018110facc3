import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { user } from "#app/features/accounts/tables.server.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { getBlueprint } from "#app/features/wizard/drafts.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import {
  deleteBlueprint,
  duplicateBlueprint,
  findOpenDraft,
  saveDraft,
  startBlueprint,
} from "#app/features/wizard/wizard.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { complete, person, read, revokeAccess, started } from "#tests/fixtures/drafts.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { getAnalysis } from "../analysis.server.ts";
import { analysis } from "../tables.server.ts";
import { listBlueprints } from "./blueprint-list.server.ts";
import { completeAnalysis } from "./completion.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => forgetListeners());

test("another user's blueprint is not found", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const eve = await person(ctx, "eve@elsewhere.test");
  const admin = await asAdmin(ctx);
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  for (const other of [eve, admin]) {
    expect(await getBlueprint(other, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await getAnalysis(other, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await saveDraft(other, { id, version: 2, inputs: {} })).toEqual({
      ok: false,
      reason: { kind: "not_found" },
    });
    expect(await completeAnalysis(other, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await duplicateBlueprint(other, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await deleteBlueprint(other, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await listBlueprints(other)).toEqual({ ok: true, value: [] });
  }
  expect(await read(dana, id)).toMatchObject({ version: 2 });
});

test("an invalid id returns not_found", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  for (const id of ["", "1", "wizard", "'; drop table blueprint; --"]) {
    expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await getAnalysis(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await completeAnalysis(dana, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  }
});

test("without wizard access every command and every query of drafts is refused", async () => {
  const mallory = await person(ctx, "mallory@elsewhere.test", { access: false });
  expect(await startBlueprint(mallory, { mode: "guided" })).toEqual({
    ok: false,
    reason: { kind: "no_access", reason: "no_grant" },
  });
  expect(await db.select().from(blueprint)).toEqual([]);
  expect(await listBlueprints(mallory)).toEqual({ ok: false, reason: { kind: "no_access", reason: "no_grant" } });
  expect(await findOpenDraft(mallory)).toEqual({ ok: false, reason: { kind: "no_access", reason: "no_grant" } });
});

test("a user without access can still read finished analyses, but nothing else", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  const id = await started(dana, complete);
  await completeAnalysis(dana, id);
  await revokeAccess(dana);
  expect(await getAnalysis(dana, id)).toMatchObject({ ok: true, value: { revision: 1 } });
  expect(await getBlueprint(dana, id)).toEqual({ ok: false, reason: { kind: "no_access", reason: "no_grant" } });
  const refused = { ok: false, reason: { kind: "no_access", reason: "no_grant" } };
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

test("an admin needs no grant for their own blueprints", async () => {
  const admin = await asAdmin(ctx);
  const id = await started(admin, complete);
  expect(await completeAnalysis(admin, id)).toMatchObject({ ok: true, value: { revision: 1 } });
});

test("a user's blueprints are deleted with the account", async () => {
  const dana = await person(ctx, "dana@northfield.io");
  await completeAnalysis(dana, await started(dana, complete));
  await db.delete(user).where(eq(user.id, dana.actor.userId));
  expect(await db.select().from(blueprint)).toEqual([]);
  expect(await db.select().from(analysis)).toEqual([]);
});
