import { and, desc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/admin-command.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { csvSize, decodeText, delimiterOf } from "#app/lib/csv.ts";
import { hourMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue } from "#app/platform/jobs.server.ts";
import { pipelineAudit } from "./audit.ts";
import {
  type ImportChoices,
  importHours,
  maxImportBytes,
  maxImportColumns,
  maxImportRows,
  type RejectedRow,
  readChoices,
} from "./import-file.ts";
import { importProspectsJob } from "./import-job.server.ts";
import { checkRows, type ImportRow } from "./import-rows.server.ts";
import { readTable } from "./import-table.ts";
import { previewUndo } from "./import-undo.server.ts";
import { type ImportUndone, prospectAddress, prospectImport } from "./tables.server.ts";

/*
 * Imports prospects from a CSV file: upload, match the columns, see the number of valid rows, then import. Nothing is written before
 * the last step, which a job does in one transaction (import-job.server.ts). The stored file is personal data of people who may not
 * know the firm: it is deleted after the import, and after a day in any case.
 */

type UploadRefusal = Refusal<"not_text" | "too_large" | "no_rows" | "too_many_rows" | "too_many_cells">;

/** Stores an uploaded file. Refusals: not_text (a binary file), too_large, no_rows, too_many_rows, too_many_cells. For admins. */
export function uploadImport(
  ctx: Ctx,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<Result<{ id: string }, NotAdmin | UploadRefusal>> {
  return adminCommand(ctx, async (tx) => {
    if (bytes.length > maxImportBytes) return refuse("too_large");
    const decoded = decodeText(bytes);
    if (!decoded) return refuse("not_text");
    const delimiter = delimiterOf(decoded.text);
    if (isTooDense(decoded.text, delimiter)) return refuse("too_many_cells");
    const rowCount = readTable(decoded.text, delimiter).rows.length;
    if (rowCount === 0) return refuse("no_rows");
    if (rowCount > maxImportRows) return refuse("too_many_rows");
    const id = newId();
    await tx.db.insert(prospectImport).values({
      ...{ id, fileName, content: decoded.text, delimiter, encoding: decoded.encoding, rowCount },
      createdBy: tx.actor.kind === "user" ? tx.actor.userId : null,
      createdAt: tx.now,
    });
    return recorded({ action: pipelineAudit.importUploaded, subject: id, detail: { rows: rowCount } }, { id });
  });
}

const maxLines = maxImportRows * 10;
const maxCells = maxImportRows * 100;

function isTooDense(text: string, delimiter: string): boolean {
  const { lines, cells, columns } = csvSize(text, delimiter);
  return lines > maxLines || cells > maxCells || columns > maxImportColumns;
}

/** An import as shown on its page. `preview` is null once the file was imported or deleted. */
export type ImportView = Pick<
  typeof prospectImport.$inferSelect,
  | "id"
  | "fileName"
  | "encoding"
  | "rowCount"
  | "status"
  | "progress"
  | "created"
  | "filled"
  | "unchanged"
  | "rejected"
  | "createdAt"
  | "undone"
> & {
  hasRejectedFile: boolean;
  preview: ImportPreview | null;
  /** What undoing the import would do now; null if nothing can be undone. */
  undo: ImportUndone | null;
};

/** Cells of more than 200 characters are cut, because a cell can be as large as the file. */
export type ImportPreview = {
  choices: ImportChoices;
  header: string[];
  /** Rows above the headings, which are ignored. */
  titleRows: number;
  hasHeader: boolean;
  /** What will be stored of the first valid rows. */
  rows: ImportRow[];
  valid: number;
  existing: number;
  rejected: number;
  problems: RejectedRow[];
  /** The number of rows that are imported without a value. */
  partial: number;
  partialRows: RejectedRow[];
  /** Headings of columns with values that are not imported. */
  unusedColumns: string[];
};

const previewRows = 5;
const previewCharacters = 200;

/** Returns an import with the effect of the choices in `params`. For admins (aal2). Refusals: not_admin, not_found. */
export async function readImport(
  ctx: Ctx,
  { importId, params }: { importId: string; params: URLSearchParams },
): Promise<Result<ImportView, NotAdmin | NotFound>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const [row] = await ctx.db.select().from(prospectImport).where(eq(prospectImport.id, importId));
  if (!row) return notFound();
  const { content, rejectedFile, delimiter, choices: _, createdBy: __, finishedAt: ___, ...view } = row;
  const isOpen = content !== null && (row.status === "uploaded" || row.status === "failed");
  return ok({
    ...view,
    hasRejectedFile: rejectedFile !== null,
    preview: isOpen ? await previewOf(ctx, { content, delimiter }, params) : null,
    undo: row.status === "done" ? await previewUndo(ctx, importId) : null,
  });
}

async function previewOf(
  ctx: Ctx,
  { content, delimiter }: { content: string; delimiter: string },
  params: URLSearchParams,
): Promise<ImportPreview> {
  const { header, rows, guess, titleRows, hasHeader } = readTable(content, delimiter);
  const choices = readChoices(params, guess);
  const { valid, rejected, partial } = await checkRows(rows, choices.columns);
  const used = new Set(Object.values(choices.columns));
  const shown = (problems: readonly RejectedRow[]) =>
    problems.slice(0, previewRows).map((row) => ({ ...row, cells: shortCells(row.cells.slice(0, maxImportColumns)) }));
  return {
    ...{ choices, titleRows, hasHeader, header: shortCells(header), rows: valid.slice(0, previewRows) },
    valid: valid.length,
    existing: await countExisting(
      ctx,
      valid.map(({ email }) => email),
    ),
    ...{ rejected: rejected.length, problems: shown(rejected) },
    ...{ partial: partial.length, partialRows: shown(partial) },
    unusedColumns: shortCells(
      header.flatMap((heading, at) =>
        !used.has(at) && rows.some(({ cells }) => (cells[at] ?? "").trim() !== "")
          ? heading.trim() || `Column ${at + 1}`
          : [],
      ),
    ),
  };
}

const shortCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => (cell.length > previewCharacters ? `${cell.slice(0, previewCharacters).toWellFormed()}…` : cell));

async function countExisting(ctx: Ctx, emails: readonly string[]): Promise<number> {
  const [found] = await ctx.db
    .select({ number: sql<number>`count(*)::int` })
    .from(prospectAddress)
    .where(sql`${prospectAddress.email} = any(${sql.param(emails)}::text[])`);
  return found?.number ?? 0;
}

/**
 * Queues the import. Refusals: not_found, no_email_column, already_started, expired (the file was deleted). For admins.
 */
export function startImport(
  ctx: Ctx,
  { importId, ...choices }: ImportChoices & { importId: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"no_email_column" | "already_started" | "expired">>> {
  return adminCommand(ctx, async (tx) => {
    const [row] = await tx.db.select().from(prospectImport).where(eq(prospectImport.id, importId)).for("update");
    if (!row) return notFound();
    if (row.status !== "uploaded" && row.status !== "failed") return refuse("already_started");
    if (row.content === null) return refuse("expired");
    if (choices.columns.email === undefined) return refuse("no_email_column");
    await tx.db
      .update(prospectImport)
      .set({ status: "queued", choices, progress: 0 })
      .where(eq(prospectImport.id, importId));
    await enqueue(tx, importProspectsJob, { importId });
    return recorded({
      ...{ action: pipelineAudit.importStarted, subject: importId },
      detail: { existing: choices.existing },
    });
  });
}

/** Deletes an upload that was not started. Idempotent. Refusal: already_started. For admins. */
export function deleteImport(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<undefined, NotAdmin | Refusal<"already_started">>> {
  return adminCommand(ctx, async (tx) => {
    const [row] = await tx.db.select().from(prospectImport).where(eq(prospectImport.id, importId)).for("update");
    if (!row) return unrecorded();
    if (row.status === "queued" || row.status === "running" || row.status === "undoing")
      return refuse("already_started");
    await tx.db.delete(prospectImport).where(eq(prospectImport.id, importId));
    return recorded({ action: pipelineAudit.importDeleted, subject: importId });
  });
}

/**
 * Records the download and returns the rejected rows of an import as a CSV file. Refusals: not_found, fresh_code_required. For
 * admins.
 */
export function exportRejectedRows(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<{ file: string }, NotAdmin | NotFound | FreshCodeRequired>> {
  return freshAdminCommand(ctx, async (tx) => {
    const [row] = await tx.db.select().from(prospectImport).where(eq(prospectImport.id, importId));
    if (!row?.rejectedFile) return notFound();
    return recorded({ action: pipelineAudit.rejectedRowsExported, subject: importId }, { file: row.rejectedFile });
  });
}

export type ImportEntry = Pick<
  typeof prospectImport.$inferSelect,
  "id" | "fileName" | "rowCount" | "status" | "created" | "filled" | "rejected" | "createdAt"
>;

/** Lists the latest imports, newest first, at most 20. For admins (aal2). Refusal: not_admin. */
export async function listImports(ctx: Ctx): Promise<Result<ImportEntry[], NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const { id, fileName, rowCount, status, created, filled, rejected, createdAt } = prospectImport;
  const rows = await ctx.db
    .select({ id, fileName, rowCount, status, created, filled, rejected, createdAt })
    .from(prospectImport)
    .orderBy(desc(createdAt))
    .limit(20);
  return ok(rows);
}

/** Deletes unused uploads and files of rejected rows after a day. Returns the number deleted. For the hourly job. */
export async function sweepImports(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - importHours * hourMs);
  const abandoned = await ctx.db
    .delete(prospectImport)
    .where(and(lt(prospectImport.createdAt, before), inArray(prospectImport.status, ["uploaded", "failed"])))
    .returning({ id: prospectImport.id });
  const emptied = await ctx.db
    .update(prospectImport)
    .set({ content: null, rejectedFile: null })
    .where(
      and(
        lt(prospectImport.createdAt, before),
        or(isNotNull(prospectImport.content), isNotNull(prospectImport.rejectedFile)),
      ),
    )
    .returning({ id: prospectImport.id });
  return abandoned.length + emptied.length;
}
