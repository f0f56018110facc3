import { accountDeleted, accountEmailChanged } from "#app/features/accounts/events.ts";
import { isTeamAccount } from "#app/features/accounts/profile/people.server.ts";
import { isEvent, type LoggedEvent } from "#app/features/events/consumers.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { lockMerges, mergesOf, writeMoved } from "../merging/merged-prospects.server.ts";
import { ensureProspect, findByAddress, refreshProspect } from "../pipeline.server.ts";
import { lastRemovedEvents } from "../removing/removals.server.ts";
import { prospect, prospectAddress, prospectStageChange } from "../tables.server.ts";

/** Applies one event to the pipeline. Ignores events without an address and those of admins. Idempotent. */
export async function followEvent(ctx: Ctx, event: LoggedEvent, { isReplay }: { isReplay: boolean }): Promise<void> {
  const email = event.email;
  if (!email || event.name === accountDeleted.name) return;
  if (event.userId && (await isTeamAccount(ctx, event.userId))) return;
  const announce = !isReplay;
  if (isEvent(event, accountEmailChanged)) await joinAddress(ctx, event.payload);
  const removed = (await lastRemovedEvents(ctx, [email])).get(email.toLowerCase());
  if (removed && removed >= event.id && !(await findByAddress(ctx, email))) return;
  const { id, isNew } = await ensureProspect(ctx, email, { announce });
  await refreshProspect(ctx, id, { announce, isNew });
}

/** Adds a person's new address to the prospect of the old one; it stays with that person if a merge is undone. */
async function joinAddress(ctx: Ctx, { oldEmail, newEmail }: { oldEmail: string; newEmail: string }): Promise<void> {
  await lockMerges(ctx);
  const id = await findByAddress(ctx, oldEmail);
  if (!id) return;
  const added = await ctx.db
    .insert(prospectAddress)
    .values({ email: newEmail.toLowerCase(), prospectId: id })
    .onConflictDoNothing()
    .returning();
  if (added.length > 0)
    for (const merge of await mergesOf(ctx, { rootId: id, email: oldEmail.toLowerCase() }))
      await writeMoved(ctx, merge, { ...merge.moved, addresses: [...merge.moved.addresses, newEmail.toLowerCase()] });
}

/** Clears everything that follows from the log, before a replay fills it again. The firm's own data is kept. */
export async function resetPipeline(ctx: Pick<Ctx, "db">): Promise<void> {
  await ctx.db.delete(prospectStageChange);
  await ctx.db.update(prospect).set({
    ...{ stage: "lead", lostReason: null, lostNote: null, paidCents: 0, signals: {}, score: 0 },
    ...{ lastActivityAt: null, source: null, userId: null },
  });
}
