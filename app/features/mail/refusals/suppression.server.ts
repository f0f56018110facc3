import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type MailList, type SuppressionReason, type SuppressionScope, suppression } from "../tables.server.ts";

/*
 * Addresses that a list must not mail. Scoped: unsubscribing from the newsletter stops the newsletter, a dead mailbox
 * or a complaint stops every list, and nothing here ever stops mail outside of lists, such as a code or a reset link.
 * Checked when a batch is created and again in the statement that claims a mail for sending.
 */

/** Suppresses `scope` for `address`. An existing suppression keeps its first reason. */
export async function suppress(
  ctx: Ctx,
  entry: { address: string; scope: SuppressionScope; reason: SuppressionReason; detail?: string },
): Promise<void> {
  await ctx.db
    .insert(suppression)
    .values({ id: newId(), ...entry, address: entry.address.toLowerCase(), at: ctx.now })
    .onConflictDoNothing();
}

/** Removes suppressions with one of `reasons`. Subscribing lifts unsubscribes and bounces, only an admin complaints. */
export async function lift(
  ctx: Ctx,
  entry: { address: string; scopes: readonly SuppressionScope[]; reasons: readonly SuppressionReason[] },
): Promise<void> {
  await ctx.db
    .delete(suppression)
    .where(
      and(
        eq(suppression.address, entry.address.toLowerCase()),
        inArray(suppression.scope, [...entry.scopes]),
        inArray(suppression.reason, [...entry.reasons]),
      ),
    );
}

export const isSuppressed = (address: SQLWrapper, list: MailList | SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${suppression} stop where stop.address = lower(${address}) and stop.scope in (${list}, 'lists'))`;

/** Whether `address` is suppressed for `list`. */
export async function isOffList(ctx: Pick<Ctx, "db">, address: string, list: MailList): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ off: boolean }>(
    sql`select ${isSuppressed(sql`${address}::text`, list)} as off`,
  );
  return rows[0]!.off;
}

/** Returns which of these addresses (lower case) are suppressed for `list`, and why. */
export function listSuppressions(
  ctx: Pick<Ctx, "db">,
  addresses: readonly string[],
  list: MailList,
): Promise<{ address: string; reason: SuppressionReason }[]> {
  return ctx.db
    .select({ address: suppression.address, reason: suppression.reason })
    .from(suppression)
    .where(and(inArray(suppression.address, [...addresses]), inArray(suppression.scope, [list, "lists"])));
}
