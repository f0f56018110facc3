import { findUserIds } from "#app/features/accounts/users/users.server.ts";
import { findByAddress } from "#app/features/pipeline/projecting.server.ts";
import type { AuditFilter } from "#app/features/security/audit-log.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { AdminCtx } from "./admin.server.ts";
import { auditGroups } from "./audit-catalog.ts";

const dayMs = 86_400_000;

/**
 * Reads the filters of the audit log from an address: `?actor=&group=&from=&to=&q=`. Dates are UTC days, both included. `q`
 * is the id of a record, or part of the name or address of a person. Unknown words are ignored.
 */
export async function readAuditFilter(ctx: AdminCtx, params: URLSearchParams): Promise<AuditFilter> {
  const actor = params.get("actor") ?? "";
  const group = auditGroups.find(({ title }) => title === params.get("group"));
  const to = readDay(params.get("to"));
  return {
    actor: isUuid(actor) || actor === "command_line" || actor === "system" ? actor : null,
    actions: group ? Object.keys(group.labels) : null,
    from: readDay(params.get("from")),
    until: to && new Date(to.getTime() + dayMs),
    subjects: await findSubjects(ctx, (params.get("q") ?? "").trim().slice(0, 100)),
  };
}

async function findSubjects(ctx: AdminCtx, search: string): Promise<string[] | null> {
  if (search === "") return null;
  if (isUuid(search)) return [search];
  const [users, prospect] = await Promise.all([
    findUserIds(ctx, search),
    search.includes("@") ? findByAddress(ctx, search) : undefined,
  ]);
  return [...users, ...(prospect ? [prospect] : [])];
}

function readDay(text: string | null): Date | null {
  // Years that both JavaScript and PostgreSQL can compute with.
  if (!text || !/^(19|[2-8]\d)\d\d-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? null : day;
}
