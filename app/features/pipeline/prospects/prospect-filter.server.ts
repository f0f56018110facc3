import { and, between, eq, exists, gte, inArray, isNull, lt, not, notInArray, type SQL, sql } from "drizzle-orm";
import { addressesWithNextCall } from "#app/features/booking/agenda/next-calls.server.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { containsWords, folded, splitSearch } from "#app/platform/database/search.server.ts";
import { prospect, prospectAddress, prospectTask } from "../tables.server.ts";
import { todayOf } from "../tasks/today-date.server.ts";
import { coldAfterDays, type DueFilter, type ProspectFilters, sizeFilters } from "./prospect-list.ts";
import { openStages } from "./stages.ts";

export const lastSeen = sql<Date>`coalesce(${prospect.lastActivityAt}, ${prospect.createdAt})`;

/** The SQL condition of a set of filters; merged prospects never match. */
export async function matching(ctx: Ctx, filters: ProspectFilters): Promise<SQL | undefined> {
  const { stage, owner, minScore, size, source, due, tag, isCold, search } = filters;
  return and(
    isNull(prospect.mergedInto),
    stage ? eq(prospect.stage, stage) : undefined,
    ownedBy(owner),
    minScore === null ? undefined : gte(prospect.score, minScore),
    size ? between(prospect.employees, sizeFilters[size].from, sizeFilters[size].to) : undefined,
    source ? eq(prospect.source, source) : undefined,
    due ? dueIn(ctx, due, await todayOf(ctx, filters)) : undefined,
    tag ? sql`${prospect.tags} @> array[${tag}]` : undefined,
    isCold ? and(isOpenStage, lt(lastSeen, new Date(ctx.now.getTime() - coldAfterDays * dayMs))) : undefined,
    containing(search),
  );
}

export const isOpenStage = sql`${prospect.stage} in (${sql.join(
  openStages.map((stage) => sql`${stage}`),
  sql`, `,
)})`;

function ownedBy(owner: string | null): SQL | undefined {
  if (owner === null) return undefined;
  if (owner === "none") return isNull(prospect.ownerId);
  return isUuid(owner) ? eq(prospect.ownerId, owner) : sql`false`;
}

/** Filters by due dates of open tasks; `none`: no open task and no upcoming call. */
function dueIn(ctx: Pick<Ctx, "db" | "now">, due: DueFilter, today: string): SQL | undefined {
  const inAWeek = addDays(today, 7);
  const open = (when: SQL | undefined) =>
    exists(
      ctx.db
        .select({ one: sql`1` })
        .from(prospectTask)
        .where(and(eq(prospectTask.prospectId, prospect.id), isNull(prospectTask.doneAt), when)),
    );
  if (due === "late") return open(lt(prospectTask.dueOn, today));
  if (due === "today") return open(eq(prospectTask.dueOn, today));
  if (due === "week") return open(between(prospectTask.dueOn, today, inAWeek));
  const withCall = ctx.db
    .select({ id: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(inArray(prospectAddress.email, addressesWithNextCall(ctx)));
  return and(not(open(undefined)), notInArray(prospect.id, withCall));
}

/** The searchable text of a prospect; its trigram index is `prospect_folded`. */
export const prospectText = folded(
  sql`${prospect.email} || ' ' || coalesce(${prospect.name}, '') || ' ' || coalesce(${prospect.company}, '')`,
);

/** Requires every word in the address, name or company; uses a trigram index. */
const containing = (search: string): SQL | undefined => containsWords(prospectText, splitSearch(search));
