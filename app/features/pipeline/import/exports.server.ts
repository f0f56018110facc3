import { and, asc, gt, inArray, type SQL } from "drizzle-orm";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import {
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { csvLine, csvStart } from "#app/lib/formats/csv.ts";
import type { NotAdmin } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { pipelineAudit } from "../audit.ts";
import { type ContactField, contactFields, prospectFields } from "../prospect-fields.ts";
import { lastSeen, matching } from "../prospects/prospect-filter.server.ts";
import { type ProspectFilters, sourceLabels } from "../prospects/prospect-list.ts";
import { namesOf } from "../prospects/prospect-names.ts";
import { lostText, stageLabel } from "../prospects/stages.ts";
import { prospect } from "../tables.server.ts";

const pageRows = 1000;

type ExportRow = { row: typeof prospect.$inferSelect; lastSeenAt: Date };
type Cell = string | number | null;
type ExportColumn = [heading: string, cell: (of: ExportRow, names: ReadonlyMap<string, string>) => Cell];

const contactColumn = (field: ContactField): ExportColumn => [
  prospectFields[field].label,
  ({ row }) => ({ ...row, ...namesOf(row) })[field],
];
const placed = ["name", "company", "website", "role", "industry", "employees", "valueCents"] as const;

const columns: ExportColumn[] = [
  ["Email", ({ row }) => row.email],
  ...placed.slice(0, -1).map(contactColumn),
  ["Stage", ({ row }) => stageLabel(row.stage)],
  ["Lost because", ({ row }) => row.lostReason && lostText(row.lostReason, row.lostNote)],
  ["Score", ({ row }) => row.score],
  ["Yearly value for the client (USD)", ({ row }) => (row.valueCents === null ? null : row.valueCents / 100)],
  ["Owner", ({ row }, names) => row.ownerId && (names.get(row.ownerId) ?? null)],
  ["Tags", ({ row }) => row.tags.join(", ")],
  ["Expected close", ({ row }) => row.expectedClose],
  ["Source", ({ row }) => row.source && sourceLabels[row.source]],
  ["Last activity", ({ lastSeenAt }) => companyDates().isoDay(lastSeenAt)],
  ["Since", ({ row }) => companyDates().isoDay(row.createdAt)],
  // Later fields follow at the end, so that earlier columns keep their places.
  ...contactFields.filter((field) => !(placed as readonly string[]).includes(field)).map(contactColumn),
];

/**
 * Records the export and returns the matching prospects, or only `prospectIds` of them, as parts of a CSV file, oldest first. Each part
 * is read when it is consumed; `rows` is the number at the start. Refusal: fresh_code_required. For admins.
 */
export function exportProspects(
  ctx: Ctx,
  { filters, prospectIds }: { filters: ProspectFilters; prospectIds: readonly string[] | null },
): Promise<Result<{ rows: number; parts: AsyncGenerator<string, undefined> }, NotAdmin | FreshCodeRequired>> {
  return freshAdminCommand(ctx, "pipeline", async (tx) => {
    const where = async (at: Ctx) =>
      and(await matching(at, filters), prospectIds ? inArray(prospect.id, [...prospectIds]) : undefined);
    const rows = await tx.db.$count(prospect, await where(tx));
    const entry = { action: pipelineAudit.prospectsExported, subject: newId(), detail: { rows } };
    return recorded(entry, { rows, parts: csvParts(ctx, await where(ctx)) });
  });
}

async function* csvParts(ctx: Ctx, where: SQL | undefined): AsyncGenerator<string, undefined> {
  const names = new Map((await listTeam(ctx, "pipeline")).map(({ userId, name }) => [userId, name]));
  yield csvStart + csvLine(columns.map(([heading]) => heading));
  for (let after: string | null = null; ; ) {
    const rows: ExportRow[] = await readPage(ctx, where, after);
    if (rows.length > 0) yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, names)))).join("");
    if (rows.length < pageRows) return;
    after = rows.at(-1)!.row.id;
  }
}

const readPage = (ctx: Ctx, where: SQL | undefined, after: string | null): Promise<ExportRow[]> =>
  ctx.db
    .select({ row: prospect, lastSeenAt: lastSeen.mapWith(prospect.createdAt) })
    .from(prospect)
    .where(and(where, after ? gt(prospect.id, after) : undefined))
    .orderBy(asc(prospect.id))
    .limit(pageRows);
