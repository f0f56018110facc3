import { and, asc, count, eq, or, type SQL } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead, userIdOf } from "#app/lib/actor.ts";
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
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { pipelineAudit } from "../audit.ts";
import { savedView } from "../tables.server.ts";
import { maxViews, type SavedViewEdit, type SavedViewInput } from "./saved-view.ts";

/*
 * Saved views: a name for a query of the pipeline's URL. A private view is visible only to its owner; other admins get not_found. A
 * shared view belongs to all admins, who can change and delete it.
 */

export type SavedView = {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  isOwn: boolean;
  version: number;
};

/** Lists the views visible to the actor, by name. For admins (aal2). Refusal: not_admin. */
export async function listSavedViews(ctx: Ctx): Promise<Result<SavedView[], NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const rows = await ctx.db
    .select()
    .from(savedView)
    .where(visibleTo(ctx))
    .orderBy(byLetters(savedView.name), asc(savedView.id));
  const me = userIdOf(ctx.actor);
  return ok(
    rows.map(({ id, name, query, isShared, ownerId, version }) => ({
      ...{ id, name, query, isShared, version },
      isOwn: ownerId === me,
    })),
  );
}

/** Saves a view. Refusal: too_many_views (the actor has `maxViews`). For admins. */
export function createSavedView(
  ctx: Ctx,
  input: SavedViewInput,
): Promise<Result<{ id: string }, NotAdmin | Refusal<"too_many_views">>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const ownerId = userIdOf(tx.actor);
    if (ownerId) {
      const [own] = await tx.db.select({ views: count() }).from(savedView).where(eq(savedView.ownerId, ownerId));
      if (own && own.views >= maxViews) return refuse("too_many_views");
    }
    const id = newId();
    await tx.db.insert(savedView).values({ id, ...input, ownerId, createdAt: tx.now });
    return recorded({ action: pipelineAudit.viewSaved, subject: id, detail: { isShared: input.isShared } }, { id });
  });
}

/** Renames a view, shares it or replaces its query. Refusals: not_found, stale (a colleague changed it). For admins. */
export function changeSavedView(
  ctx: Ctx,
  { viewId, version, ...input }: SavedViewEdit & { viewId: string },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const view = await lockView(tx, viewId);
    if (!view) return notFound();
    if (view.version !== version) return stale();
    const isSame = view.name === input.name && view.query === input.query && view.isShared === input.isShared;
    if (isSame) return unrecorded({ version });
    // A private view needs an owner who can see it.
    const ownerId = input.isShared ? view.ownerId : userIdOf(tx.actor);
    await tx.db
      .update(savedView)
      .set({ ...input, ownerId, version: version + 1 })
      .where(eq(savedView.id, viewId));
    // The query can contain the name of a person.
    const changes = changedValues<SavedViewEdit>(view, input, { withoutValues: ["query"] });
    return recorded(
      { action: pipelineAudit.viewChanged, subject: viewId, detail: { changes } },
      { version: version + 1 },
    );
  });
}

/** Deletes a view. Idempotent; never deletes another admin's private view. For admins. */
export function deleteSavedView(ctx: Ctx, { viewId }: { viewId: string }): Promise<Result<undefined, NotAdmin>> {
  return adminCommand(ctx, "pipeline", async (tx) => {
    const view = await lockView(tx, viewId);
    if (!view) return unrecorded();
    await tx.db.delete(savedView).where(eq(savedView.id, viewId));
    return recorded({ action: pipelineAudit.viewDeleted, subject: viewId });
  });
}

async function lockView(tx: Ctx, viewId: string) {
  const [view] = await tx.db
    .select()
    .from(savedView)
    .where(and(eq(savedView.id, viewId), visibleTo(tx)))
    .for("update");
  return view;
}

function visibleTo(ctx: Ctx): SQL | undefined {
  const me = userIdOf(ctx.actor);
  return or(eq(savedView.isShared, true), me ? eq(savedView.ownerId, me) : undefined);
}
