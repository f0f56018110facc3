import type { Ctx } from "#app/platform/context.server.ts";
import type { MailList } from "../tables.server.ts";

/*
 * The last check of a list's mails, when they are claimed for sending: hours can pass between queuing and sending when
 * a mail server is down, and the consumer of the event that removes the reason for a mail may not have run.
 */

/** Returns those of these mails that must not be sent any more. */
type LastCheck = (ctx: Ctx, messageIds: readonly string[]) => Promise<ReadonlySet<string>>;

const checks = new Map<MailList, LastCheck>();

/** Called by server/process/listeners.ts only. */
export const registerLastCheck = (list: MailList, check: LastCheck) => checks.set(list, check);

export async function obsoleteMails(
  ctx: Ctx,
  claimed: readonly { id: string; list: MailList | null }[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [list, check] of checks) {
    const ids = claimed.filter((mail) => mail.list === list).map(({ id }) => id);
    if (ids.length > 0) for (const id of await check(ctx, ids)) found.add(id);
  }
  return found;
}
