import { findUserIds } from "#app/features/accounts/users/user-list.server.ts";
import { pipelineAudit } from "#app/features/pipeline/audit.ts";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { findDeletionsOf } from "#app/features/security/audit/audit.server.ts";
import type { AuditFilter } from "#app/features/security/audit/audit-log.server.ts";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { startOfDay } from "#app/lib/dates/day-start.ts";
import { calendarDate } from "#app/lib/dates/instant.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { env } from "#app/platform/env.server.ts";
import type { AdminCtx } from "#app/shell/admin/admin.server.ts";
import { auditGroups } from "./audit-catalog.ts";

/**
 * Reads the audit log filters: `?actor=&group=&from=&to=&q=`. Dates are days in COMPANY_TIMEZONE, both included. `q` is a
 * record id, or part of the name or email of a person, a deleted prospect included. Invalid values are ignored.
 */
export async function readAuditFilter(ctx: AdminCtx, params: URLSearchParams): Promise<AuditFilter> {
  const actor = params.get("actor") ?? "";
  const group = auditGroups.find(({ title }) => title === params.get("group"));
  const { COMPANY_TIMEZONE: zone } = env();
  const [from, to] = [readDay(params.get("from")), readDay(params.get("to"))];
  return {
    actor: isUuid(actor) || actor === "command_line" || actor === "system" ? actor : null,
    actions: group ? Object.keys(group.labels) : null,
    from: from === null ? null : startOfDay(from, zone),
    until: to === null ? null : startOfDay(addDays(to, 1), zone),
    subjects: await findSubjects(ctx, searchIn(params)),
  };
}

async function findSubjects(ctx: AdminCtx, search: string): Promise<string[] | null> {
  if (search === "") return null;
  const deletions = findDeletionsOf(ctx, { action: pipelineAudit.prospectsDeleted, search });
  if (isUuid(search)) return [search, ...(await deletions)];
  const [users, prospect, deleted] = await Promise.all([
    findUserIds(ctx, search),
    search.includes("@") ? findByAddress(ctx, search) : undefined,
    deletions,
  ]);
  return [...users, ...(prospect ? [prospect] : []), ...deleted];
}

const readDay = (text: string | null): string | null => calendarDate().safeParse(text).data ?? null;
