import { and, desc, eq, gte, inArray, isNotNull, lt, lte, ne, or, sql } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { canChange, canRead } from "#app/lib/actor.ts";
import { hourMs } from "#app/lib/durations.ts";
import { toCsv } from "#app/lib/formats/csv.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue } from "#app/platform/queues/jobs.server.ts";
import { analyticsAudit } from "../audit.ts";
import { analyticsImport } from "../tables.server.ts";
import type { MissingColumn } from "./csv-records.ts";
import { readHistory } from "./history.server.ts";
import { importHistoryJob } from "./history-job.server.ts";
import {
  type HistoryContents,
  historyFileHours,
  maxHistoryBytes,
  maxHistoryRows,
  type RejectedLine,
} from "./import-limits.ts";
import { firstOwnDay } from "./imported-days.server.ts";
import { importableHits, removeImportedSessions } from "./imported-sessions.server.ts";

/*
 * Imports a firm's existing analytics history: upload an export, review its contents, import it, undo it. Nothing is written before the
 * import starts; a job then stores all of it in one transaction.
 *
 * Plausible exports daily figures. They contain nothing about individual visitors, so they are kept beyond the retention of hits. Umami
 * exports single page views, which become sessions and hits and follow the retention. Only days before our own first visit count, and
 * imports never overlap, so no visit is counted twice.
 */

type UploadRefusal =
  | Refusal<"too_large" | "unreadable" | "unknown_format" | "too_many_rows">
  | Refusal<"no_column", MissingColumn>
  | Refusal<"no_rows", { problems: string[] }>;

/**
 * Stores an uploaded export. Refusals: too_large (also when unpacked), unreadable (a broken archive), unknown_format, no_column,
 * no_rows (with the problem of each row), too_many_rows. For admins.
 */
export async function uploadHistory(
  ctx: Ctx,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<Result<{ id: string }, NotAdmin | UploadRefusal>> {
  // Also checked here: reading a file takes seconds, which must not happen inside a transaction.
  if (!canChange(ctx.actor, "analytics")) return notAdmin();
  if (bytes.length > maxHistoryBytes) return refuse("too_large");
  const id = newId();
  const history = readHistory({ id, fileName, bytes }, await importableHits(ctx));
  if (typeof history === "string") return refuse(history);
  if ("column" in history) return refuse("no_column", history);
  const { contents, rejected } = history;
  if (contents.rows === 0) return refuse("no_rows", { problems: problemsOf(rejected, contents) });
  if (contents.rows + rejected.length > maxHistoryRows) return refuse("too_many_rows");
  return adminCommand(ctx, "analytics", async (tx) => {
    const lines = rejected.map(({ file, row, problem, cells }) => [file, row, problem, ...cells]);
    await tx.db.insert(analyticsImport).values({
      ...{ id, fileName, content: bytes, contents, rejected: rejected.length, createdAt: tx.now },
      rejectedFile: lines.length > 0 ? toCsv([["File", "Row", "Problem"], ...lines]) : null,
    });
    return recorded({ action: analyticsAudit.historyUploaded, subject: id, detail: { rows: contents.rows } }, { id });
  });
}

/** What keeps the rows from being imported, each problem with the lines of its rows: "imported_pages.csv, lines 2-9: …". */
function problemsOf(rejected: readonly RejectedLine[], { tooOld = 0, afterOwn = 0 }: HistoryContents): string[] {
  const groups = Map.groupBy(rejected, ({ file, problem }) => `${file} ${problem}`);
  const rows = (count: number) => (count === 1 ? "1 row is" : `${formatNumber(count)} rows are`);
  return [
    ...[...groups.values()].map((lines) => `${lines[0]!.file}, ${lineRanges(lines)}: ${lines[0]!.problem}`),
    ...(tooOld > 0 ? [`${rows(tooOld)} older than visits are kept.`] : []),
    ...(afterOwn > 0 ? [`${rows(afterOwn)} from days that have visits of this site.`] : []),
  ];
}

function lineRanges(lines: readonly RejectedLine[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const { row } of lines) {
    const range = ranges.at(-1);
    if (range?.[1] === row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  const text = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
  return `${lines.length === 1 ? "line" : "lines"} ${text}`;
}

const shown = ["id", "fileName", "contents", "status", "progress", "rejected", "createdAt"] as const;
const listed = pick(analyticsImport, shown);

export type HistoryEntry = Pick<typeof analyticsImport.$inferSelect, (typeof shown)[number]>;
export type HistoryView = HistoryEntry & {
  hasFile: boolean;
  hasRejectedFile: boolean;
  /** Our first day of visits; imported days from then on are not used. Null without visits. */
  ownSince: string | null;
};

/** The latest imports, newest first, at most 20. For admins (aal2). Refusal: not_admin. */
export async function listHistoryImports(ctx: Ctx): Promise<Result<HistoryEntry[], NotAdmin>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  return ok(await ctx.db.select(listed).from(analyticsImport).orderBy(desc(analyticsImport.createdAt)).limit(20));
}

/** One import. `timezone`: the firm's, IANA name. For admins (aal2). Refusals: not_admin, not_found. */
export async function readHistoryImport(
  ctx: Ctx,
  { importId, timezone }: { importId: string; timezone: string },
): Promise<Result<HistoryView, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "analytics")) return notAdmin();
  const [row] = await ctx.db
    .select({
      ...listed,
      hasFile: sql<boolean>`${analyticsImport.content} is not null`,
      hasRejectedFile: sql<boolean>`${analyticsImport.rejectedFile} is not null`,
    })
    .from(analyticsImport)
    .where(eq(analyticsImport.id, importId));
  return row ? ok({ ...row, ownSince: await firstOwnDay(ctx, timezone) }) : notFound();
}

/**
 * Queues the import. Refusals: not_found, already_started, expired (the upload was deleted), overlapping (another import covers some of
 * these days). For admins.
 */
export function startHistoryImport(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"already_started" | "expired" | "overlapping">>> {
  return adminCommand(ctx, "analytics", async (tx) => {
    // Serializes starts, so that overlapping imports cannot both begin.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('analytics_import'))`);
    const [row] = await tx.db
      .select({ ...listed, hasFile: sql<boolean>`${analyticsImport.content} is not null` })
      .from(analyticsImport)
      .where(eq(analyticsImport.id, importId));
    if (!row) return notFound();
    if (row.status !== "uploaded" && row.status !== "failed") return refuse("already_started");
    if (!row.hasFile) return refuse("expired");
    const { firstDay, lastDay } = row.contents;
    const others = await tx.db.$count(
      analyticsImport,
      and(
        ne(analyticsImport.id, importId),
        inArray(analyticsImport.status, ["queued", "running", "done"]),
        lte(sql`${analyticsImport.contents}->>'firstDay'`, lastDay),
        gte(sql`${analyticsImport.contents}->>'lastDay'`, firstDay),
      ),
    );
    if (others > 0) return refuse("overlapping");
    await tx.db.update(analyticsImport).set({ status: "queued", progress: 0 }).where(eq(analyticsImport.id, importId));
    await enqueue(tx, importHistoryJob, { importId });
    return recorded({ action: analyticsAudit.historyStarted, subject: importId });
  });
}

/** Removes an upload, or an import with everything it stored. Idempotent. Refusal: still_running. For admins. */
export function removeHistoryImport(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<undefined, NotAdmin | Refusal<"still_running">>> {
  return adminCommand(ctx, "analytics", async (tx) => {
    const [row] = await tx.db
      .select({ status: analyticsImport.status })
      .from(analyticsImport)
      .where(eq(analyticsImport.id, importId))
      .for("update");
    if (!row) return unrecorded();
    if (row.status === "queued" || row.status === "running") return refuse("still_running");
    await removeImportedSessions(tx, importId);
    await tx.db.delete(analyticsImport).where(eq(analyticsImport.id, importId));
    return recorded({ action: analyticsAudit.historyRemoved, subject: importId });
  });
}

/**
 * Records the download and returns the rejected rows of an import as a CSV file. Refusals: not_found, fresh_code_required. For
 * admins.
 */
export function exportRejectedHistory(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<{ file: string }, NotAdmin | NotFound | FreshCodeRequired>> {
  return freshAdminCommand(ctx, "analytics", async (tx) => {
    const [row] = await tx.db
      .select({ file: analyticsImport.rejectedFile })
      .from(analyticsImport)
      .where(eq(analyticsImport.id, importId));
    if (!row?.file) return notFound();
    return recorded({ action: analyticsAudit.historyRejectedExported, subject: importId }, { file: row.file });
  });
}

/** Deletes unused uploads and files of rejected rows after a day. Returns the number deleted. For the hourly job. */
export async function sweepHistoryImports(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - historyFileHours * hourMs);
  const abandoned = await ctx.db
    .delete(analyticsImport)
    .where(and(lt(analyticsImport.createdAt, before), inArray(analyticsImport.status, ["uploaded", "failed"])))
    .returning({ id: analyticsImport.id });
  const emptied = await ctx.db
    .update(analyticsImport)
    .set({ rejectedFile: null, content: null })
    .where(
      and(
        lt(analyticsImport.createdAt, before),
        eq(analyticsImport.status, "done"),
        or(isNotNull(analyticsImport.rejectedFile), isNotNull(analyticsImport.content)),
      ),
    )
    .returning({ id: analyticsImport.id });
  return abandoned.length + emptied.length;
}
