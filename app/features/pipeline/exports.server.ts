import { and, asc, gt, inArray } from "drizzle-orm";
import { listAdmins } from "#app/features/accounts/people.server.ts";
import { type FreshCodeRequired, freshAdminCommand, recorded } from "#app/features/security/admin-command.server.ts";
import { toCsv } from "#app/lib/csv.ts";
import { type NotAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { pipelineAudit } from "./audit.ts";
import { lastSeen, matching } from "./prospect-filter.server.ts";
import { type ProspectFilters, sourceLabels } from "./prospect-list.ts";
import { lostReasons, stageLabel } from "./stages.ts";
import { prospect } from "./tables.server.ts";

/** The most prospects in one file. */
export const maxExportRows = 50_000;

const pageRows = 2000;

const header = [
  ...["Email", "Name", "Company", "Website", "Role", "Industry", "Employees", "Stage", "Lost because"],
  ...["Score", "Yearly value (USD)", "Owner", "Tags", "Expected close", "Source", "Last activity", "Since"],
];

/**
 * The prospects that match, or of these only `prospectIds`, as a CSV file, oldest first. Refusals: fresh_code_required,
 * too_many_rows (more than `maxExportRows` match). For admins.
 */
export function exportProspects(
  ctx: Ctx,
  { filters, prospectIds }: { filters: ProspectFilters; prospectIds: readonly string[] | null },
): Promise<Result<{ file: string; rows: number }, NotAdmin | FreshCodeRequired | Refusal<"too_many_rows">>> {
  return freshAdminCommand(ctx, async (tx) => {
    const names = new Map((await listAdmins(tx)).map(({ userId, name }) => [userId, name]));
    const lines: (string | number | null)[][] = [header];
    const chosen = prospectIds ? inArray(prospect.id, [...prospectIds]) : undefined;
    let after: string | null = null;
    for (;;) {
      const rows: (typeof prospect.$inferSelect & { lastSeenAt: Date })[] = await readPage(tx, filters, chosen, after);
      for (const row of rows)
        lines.push([
          ...[row.email, row.name, row.company, row.website, row.role, row.industry, row.employees],
          ...[stageLabel(row.stage), row.lostReason && lostReasons[row.lostReason], row.score],
          ...[row.valueCents === null ? null : row.valueCents / 100, row.ownerId && (names.get(row.ownerId) ?? null)],
          ...[row.tags.join(", "), row.expectedClose, row.source && sourceLabels[row.source]],
          ...[row.lastSeenAt, row.createdAt].map((at) => at.toISOString().slice(0, 10)),
        ]);
      if (lines.length - 1 > maxExportRows) return refuse("too_many_rows");
      if (rows.length < pageRows) break;
      after = rows.at(-1)!.id;
    }
    const rows = lines.length - 1;
    const entry = { action: pipelineAudit.prospectsExported, subject: newId(), detail: { rows } };
    return recorded(entry, { file: toCsv(lines), rows });
  });
}

async function readPage(
  tx: Ctx,
  filters: ProspectFilters,
  chosen: ReturnType<typeof inArray> | undefined,
  after: string | null,
) {
  const found = await tx.db
    .select({ row: prospect, lastSeenAt: lastSeen.mapWith(prospect.createdAt) })
    .from(prospect)
    .where(and(matching(tx, filters), chosen, after ? gt(prospect.id, after) : undefined))
    .orderBy(asc(prospect.id))
    .limit(pageRows);
  return found.map(({ row, lastSeenAt }) => ({ ...row, lastSeenAt }));
}
