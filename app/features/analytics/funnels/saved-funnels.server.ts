/*
 * Funnels defined by admins. All admins can see and change all of them; a change requires the version that was read, so admins cannot
 * overwrite each other's changes. The main funnel is code: it can be copied but not changed.
 */

import { and, asc, count, eq, ne } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead, mayRead, userIdOf } from "#app/lib/actor.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
} from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { analyticsAudit } from "../audit.ts";
import { analyticsFunnel } from "../tables.server.ts";
import { FunnelDefinition, type FunnelInput, mainFunnelName, maxFunnels } from "./funnel-definition.ts";
import { mainFunnel } from "./main-funnel.ts";

export type SavedFunnel = { id: string; name: string; definition: FunnelDefinition; version: number };

/** All saved funnels, by name. For admins (aal2). Refusal: not_admin. */
export async function listFunnels(ctx: Ctx): Promise<Result<{ id: string; name: string }[], NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const { id, name } = analyticsFunnel;
  return ok(await ctx.db.select({ id, name }).from(analyticsFunnel).orderBy(asc(name), asc(id)));
}

export type ChosenFunnel = Omit<SavedFunnel, "id" | "version"> & { id: string | null; version: number | null };

/** A saved funnel, or the main funnel for null. For admins and the scope `read:analytics`. Refusals: not_admin, not_found. */
export async function findChosenFunnel(
  ctx: Ctx,
  id: string | null,
): Promise<Result<ChosenFunnel, NotAdmin | NotFound>> {
  if (id !== null) return findFunnel(ctx, id);
  if (!mayRead(ctx.actor, "read:analytics")) return notAdmin();
  return ok({ id: null, name: mainFunnelName, version: null, definition: mainFunnel });
}

/** One saved funnel. For admins and the scope `read:analytics`. Refusals: not_admin, not_found. */
export async function findFunnel(ctx: Ctx, id: string): Promise<Result<SavedFunnel, NotAdmin | NotFound>> {
  if (!mayRead(ctx.actor, "read:analytics")) return notAdmin();
  if (!isUuid(id)) return notFound();
  const [row] = await ctx.db.select().from(analyticsFunnel).where(eq(analyticsFunnel.id, id));
  if (!row) return notFound();
  return ok({ id, name: row.name, version: row.version, definition: FunnelDefinition.parse(row.definition) });
}

/** Saves a new funnel. Refusals: name_taken, too_many_funnels. For admins. */
export const createFunnel = (
  ctx: Ctx,
  { name, definition }: FunnelInput,
): Promise<Result<{ id: string }, NotAdmin | Refusal<"name_taken" | "too_many_funnels">>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-funnel", "names");
    if (await isTaken(tx, name, null)) return refuse("name_taken");
    const [stored] = await tx.db.select({ funnels: count() }).from(analyticsFunnel);
    if (stored && stored.funnels >= maxFunnels) return refuse("too_many_funnels");
    const id = newId();
    await tx.db
      .insert(analyticsFunnel)
      .values({ id, name, definition, createdBy: userIdOf(tx.actor), createdAt: tx.now });
    return recorded({ action: analyticsAudit.funnelCreated, subject: id, detail: { name } }, { id });
  });

/** Replaces a funnel. Refusals: not_found, stale (a colleague changed it), name_taken. For admins. */
export const changeFunnel = (
  ctx: Ctx,
  { id, version, name, definition }: FunnelInput & { id: string; version: number },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale | Refusal<"name_taken">>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    await takeTurn(tx, "analytics-funnel", "names");
    const [row] = await tx.db.select().from(analyticsFunnel).where(eq(analyticsFunnel.id, id)).for("update");
    if (!row) return notFound();
    if (row.version !== version) return stale();
    if (await isTaken(tx, name, id)) return refuse("name_taken");
    const changed = { name, definition, version: version + 1 };
    await tx.db.update(analyticsFunnel).set(changed).where(eq(analyticsFunnel.id, id));
    const changes = changedValues({ name: row.name, ...row.definition }, { name, ...definition });
    const detail = { name, changes };
    return recorded({ action: analyticsAudit.funnelChanged, subject: id, detail }, { version: version + 1 });
  });

/** Deletes a funnel. Idempotent. Refusal: stale (a colleague changed it). For admins. */
export const deleteFunnel = (
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<Result<undefined, NotAdmin | Stale>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [row] = await tx.db.select().from(analyticsFunnel).where(eq(analyticsFunnel.id, id)).for("update");
    if (!row) return unrecorded();
    if (row.version !== version) return stale();
    await tx.db.delete(analyticsFunnel).where(eq(analyticsFunnel.id, id));
    return recorded({ action: analyticsAudit.funnelDeleted, subject: id, detail: { name: row.name } });
  });

const isTaken = async (tx: Ctx, name: string, except: string | null) =>
  (await tx.db.$count(
    analyticsFunnel,
    and(eq(analyticsFunnel.name, name), except === null ? undefined : ne(analyticsFunnel.id, except)),
  )) > 0;
