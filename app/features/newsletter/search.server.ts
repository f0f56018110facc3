import { desc } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { closest, containsOrResembles, folded } from "#app/platform/database/search.server.ts";
import { type IssueStatus, newsletterIssue as issue } from "./tables.server.ts";

export type FoundIssue = { id: string; subject: string; status: IssueStatus };

/**
 * Finds issues by their subject, which contains the words, or if none does, resembles them; latest first, at most `size`. Without an index, because there are only
 * some dozen issues a year. For admins: an empty list for other users.
 */
export async function searchIssues(
  ctx: Ctx,
  { words, size }: { words: readonly string[]; size: number },
): Promise<FoundIssue[]> {
  if (!canRead(ctx.actor, "newsletter") || words.length === 0) return [];
  const subject = folded(issue.subject);
  const { where, isExact } = containsOrResembles(subject, words);
  const found = await ctx.db
    .select({ id: issue.id, subject: issue.subject, status: issue.status, isExact })
    .from(issue)
    .where(where)
    .orderBy(desc(isExact), desc(issue.id))
    .limit(size);
  return closest(found).map((row) => ({ ...row, subject: withVariableNames(row.subject) }));
}
