/*
 * Funnels defined by admins. All admins can see and change all of them; a change requires the version that was read, so admins cannot
 * overwrite each other's changes. The main funnel is code: it can be copied but not changed.
 */

import { asc, eq } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead, mayRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Stale, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { analyticsAudit } from "../audit.ts";
import { sharedRecords } from "../reports/definitions/shared-records.server.ts";
import { analyticsFunnel } from "../tables.server.ts";
import { FunnelDefinition, type FunnelInput, mainFunnelName, maxFunnels } from "./funnel-definition.ts";
import { mainFunnel } from "./main-funnel.ts";

export type SavedFunnel = { id: string; name: string; definition: FunnelDefinition; version: number };

/** All saved funnels, by name. For admins (aal2). Refusal: not_admin. */
export async function listFunnels(ctx: Ctx): Promise<Result<{ id: string; name: string }[], NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const { id, name } = analyticsFunnel;
  return ok(await ctx.db.select({ id, name }).from(analyticsFunnel).orderBy(byLetters(name), asc(id)));
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

const funnels = sharedRecords<FunnelInput, "too_many_funnels">({
  table: analyticsFunnel,
  actions: {
    created: analyticsAudit.funnelCreated,
    changed: analyticsAudit.funnelChanged,
    deleted: analyticsAudit.funnelDeleted,
  },
  limit: { name: analyticsFunnel.name, max: maxFunnels, refusal: "too_many_funnels" },
  detail: ({ name }) => ({ name }),
  compared: ({ name, definition }) => ({ name, ...definition }),
});

export const createFunnel = funnels.create;

export const changeFunnel = (ctx: Ctx, { id, version, ...values }: FunnelInput & { id: string; version: number }) =>
  funnels.change(ctx, id, version, values);

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
