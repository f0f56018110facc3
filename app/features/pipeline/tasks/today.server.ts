import { and, asc, desc, eq, inArray, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { newestReplyAt, storedMailOf } from "#app/features/mail/messages/sent-to.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { prospect, prospectAddress, prospectTask } from "../tables.server.ts";
import { todayOf } from "./today-date.server.ts";

export type DueTask = {
  id: string;
  title: string;
  dueOn: string;
  assigneeId: string | null;
  /** The mail that the task is about. */
  mailId: string | null;
  prospectId: string;
  prospectName: string;
};

export type DueTasks = {
  items: DueTask[];
  /** The number of all such tasks, and of overdue ones. */
  total: number;
  late: number;
  /** Number of everyone's due tasks, whichever list is shown. */
  everyone: number;
  /** ISO date, in the time zone of the admin. */
  today: string;
};

/**
 * Lists the first `size` open tasks that are due by today (`todayOf`), oldest first, and apart from them those to answer a reply, the one
 * with the newest reply first. `of: "me"` excludes tasks assigned to other admins. For admins. Refusal: not_admin.
 */
export async function listDueTasks(
  ctx: Ctx,
  { firmZone, ...query }: { of: "me" | "everyone"; size: number; firmZone: string },
): Promise<Result<{ tasks: DueTasks; replies: DueTasks }, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const today = await todayOf(ctx, { firmZone });
  const [tasks, replies] = await Promise.all([
    dueTasks(ctx, { ...query, today, kind: "others" }),
    dueTasks(ctx, { ...query, today, kind: "replies" }),
  ]);
  return ok({ tasks, replies });
}

async function dueTasks(
  ctx: Ctx,
  { of, kind, size, today }: { of: "me" | "everyone"; kind: "replies" | "others"; size: number; today: string },
): Promise<DueTasks> {
  const { actor } = ctx;
  const isReply = sql`${prospectTask.origin} is not distinct from 'reply'`;
  const isDue = and(
    isNull(prospectTask.doneAt),
    lte(prospectTask.dueOn, today),
    kind === "replies" ? isReply : not(isReply),
  );
  const isShown =
    of === "everyone" || actor.kind !== "user"
      ? isDue
      : and(isDue, or(isNull(prospectTask.assigneeId), eq(prospectTask.assigneeId, actor.userId)));
  const counted = (where: SQL | undefined) =>
    sql<number>`(${ctx.db.select({ total: sql`count(*)::int` }).from(prospectTask).where(where)})`;
  // One row even without tasks, for the counts.
  const items = ctx.db
    .select({
      item: sql<DueTask>`json_build_object(
        'id', ${prospectTask.id}, 'title', ${prospectTask.title}, 'dueOn', ${prospectTask.dueOn},
        'assigneeId', ${prospectTask.assigneeId},
        'mailId', case when ${prospectTask.origin} <> 'sequence' then ${storedMailOf(prospectTask.originId)} end, 'prospectId', ${prospect.id},
        'prospectName', concat_ws(', ', coalesce(${prospect.name}, ${prospect.email}), ${prospect.company}))`.as(
        "item",
      ),
    })
    .from(prospectTask)
    .innerJoin(prospect, eq(prospect.id, prospectTask.prospectId))
    .where(isShown)
    .orderBy(
      ...(kind === "replies"
        ? [
            desc(sql`coalesce(${newestReplyAt(prospectTask.originId)}, ${prospectTask.createdAt})`),
            desc(prospectTask.id),
          ]
        : [asc(prospectTask.dueOn), asc(prospectTask.id)]),
    )
    .limit(size);
  const { rows } = await ctx.db.execute<Omit<DueTasks, "today">>(sql`
    select
      coalesce((select json_agg(found.item) from ${items.as("found")}), '[]') as items,
      ${counted(isShown)} as total,
      ${counted(and(isShown, sql`${prospectTask.dueOn} < ${today}`))} as late,
      ${counted(isDue)} as everyone`);
  return { ...rows[0]!, today };
}

const summaryFields = ["id", "company", "name", "role", "employees", "valueCents", "score", "stage"] as const;
export type ProspectSummary = Pick<typeof prospect.$inferSelect, (typeof summaryFields)[number]>;

/**
 * Returns the prospects with one of these addresses or accounts, by address and by account id. For admins: an empty result for other
 * users.
 */
export async function findProspects(
  ctx: Ctx,
  { emails, userIds }: { emails: readonly string[]; userIds: readonly string[] },
): Promise<{ byEmail: Map<string, ProspectSummary>; byUser: Map<string, ProspectSummary> }> {
  const found = { byEmail: new Map<string, ProspectSummary>(), byUser: new Map<string, ProspectSummary>() };
  if (!canRead(ctx.actor, "pipeline") || emails.length + userIds.length === 0) return found;
  const rows = await ctx.db
    .select({
      summary: pick(prospect, summaryFields),
      userId: prospect.userId,
      email: prospectAddress.email,
    })
    .from(prospect)
    .innerJoin(prospectAddress, eq(prospectAddress.prospectId, prospect.id))
    .where(
      and(
        isNull(prospect.mergedInto),
        or(inArray(prospectAddress.email, [...emails]), inArray(prospect.userId, [...userIds])),
      ),
    );
  for (const { summary, userId, email } of rows) {
    found.byEmail.set(email, summary);
    if (userId) found.byUser.set(userId, summary);
  }
  return found;
}
