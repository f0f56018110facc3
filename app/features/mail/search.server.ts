import { and, desc, inArray, like } from "drizzle-orm";
import { actsAsAdmin } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { literally } from "#app/platform/search.server.ts";
import { message, messageSearch } from "./tables.server.ts";

export type FoundMail = { id: string; to: string; subject: string; createdAt: Date };

/** Limit of sorting; searches with more matches are not sorted. */
const maxCandidates = 200;
/** Shorter words have no index entries. */
const minWordLength = 3;

/**
 * Searches mails with every word in address or subject, the latest first, at most `size`. Words of fewer than three
 * characters are ignored; without a longer one nothing is found. No tolerance for typing mistakes: people are found in the
 * pipeline. For admins: an empty list for other users.
 */
export async function searchMail(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundMail[]> {
  const long = words.filter((word) => word.length >= minWordLength);
  if (!actsAsAdmin(ctx.actor) || long.length === 0) return [];
  const candidates = ctx.db
    .select({ id: messageSearch.message })
    .from(messageSearch)
    .where(and(...long.map((word) => like(messageSearch.text, `%${literally(word)}%`))))
    .limit(maxCandidates);
  return ctx.db
    .select({ id: message.id, to: message.toAddress, subject: message.subject, createdAt: message.createdAt })
    .from(message)
    .where(inArray(message.id, candidates))
    .orderBy(desc(message.id))
    .limit(size);
}
