import { desc, inArray } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { searchFold } from "#app/lib/search/search-fold.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsWords } from "#app/platform/database/search.server.ts";
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
  const long = words.filter((word) => searchFold(word).length >= minWordLength);
  if (!canRead(ctx.actor, "mail") || long.length === 0) return [];
  const candidates = ctx.db
    .select({ id: messageSearch.message })
    .from(messageSearch)
    .where(containsWords(messageSearch.text, long))
    .limit(maxCandidates);
  return ctx.db
    .select({ id: message.id, to: message.toAddress, subject: message.subject, createdAt: message.createdAt })
    .from(message)
    .where(inArray(message.id, candidates))
    .orderBy(desc(message.id))
    .limit(size);
}
