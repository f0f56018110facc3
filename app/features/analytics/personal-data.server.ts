import { asc, eq } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { nobody } from "./funnel.server.ts";
import { funnelEvent } from "./tables.server.ts";

type Person = { userId: string | null; email: string };

/** What this room holds about a person: the steps they took while signed in. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, { userId }: Person) {
  if (userId === null) return { funnel_events: [] };
  const events = await ctx.db
    .select()
    .from(funnelEvent)
    .where(eq(funnelEvent.userId, userId))
    .orderBy(asc(funnelEvent.occurredAt));
  return { funnel_events: events };
}

/** Leaves counts that point at nobody. */
export async function forgetPerson(ctx: Pick<Ctx, "db">, { userId }: Person): Promise<void> {
  if (userId !== null) await ctx.db.update(funnelEvent).set(nobody).where(eq(funnelEvent.userId, userId));
}
