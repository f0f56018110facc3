import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { canChange, canRead, userIdOf } from "#app/lib/actor.ts";
import { hourMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue } from "#app/platform/queues/jobs.server.ts";
import { pipelineAudit } from "../audit.ts";
import { statedFields } from "../prospect-fields.ts";
import { type ImportUndone, prospect, prospectAddress, prospectImport } from "../tables.server.ts";
import { type ImportChoices, type ImportField, importHours, maxImportBytes, type RejectedRow } from "./import-file.ts";
import { filledFields, importProspectsJob } from "./import-job.server.ts";
import {
  type FilePreview,
  type FileRefusal,
  firstProblems,
  previewFile,
  readImportFile,
} from "./import-reading.server.ts";
import type { ImportRow } from "./import-rows.server.ts";
import { previewUndo } from "./import-undo.server.ts";

/*
 * Imports prospects from a CSV file: upload, match the columns, see the number of valid rows, then import. Nothing is written before
 * the last step, which a job does in one transaction (import-job.server.ts). The stored file is personal data of people who may not
 * know the firm: it is deleted after the import, and after a day in any case.
 */

type UploadRefusal = FileRefusal | Refusal<"too_large">;

/**
 * Stores an uploaded file. Refusals: not_text (a binary file), not_a_table, too_large, no_rows, too_many_rows, too_many_cells,
 * reader_ended. For admins.
 */
export async function uploadImport(
  ctx: Ctx,
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
): Promise<Result<{ id: string }, NotAdmin | UploadRefusal>> {
  if (!canChange(ctx.actor, "pipeline")) return notAdmin();
  if (bytes.length > maxImportBytes) return refuse("too_large");
  const read = await readImportFile(bytes);
  if (!read.ok) return read;
  return adminCommand(ctx, "pipeline", async (tx) => {
    const id = newId();
    await tx.db.insert(prospectImport).values({
      ...{ id, fileName, ...read.value },
      createdBy: userIdOf(tx.actor),
      createdAt: tx.now,
    });
    return recorded(
      { action: pipelineAudit.importUploaded, subject: id, detail: { rows: read.value.rowCount } },
      { id },
    );
  });
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
  | "unusedColumns"
> & {
  hasRejectedFile: boolean;
  /** The first rows of that file. */
  problems: RejectedRow[];
  preview: ImportPreview | null;
  /** What undoing the import would do now; null if none of its prospects is left. */
  undo: ImportUndone | null;
};

export type ImportPreview = Omit<FilePreview, "rows"> & { existing: number; rows: PreviewRow[] };

/** A prospect as it will be stored. `filled`: which fields the import fills of a prospect in the pipeline; null for a new one. */
export type PreviewRow = ImportRow & { filled: ImportField[] | null };

/** Returns an import with the effect of the choices in `params`. For admins (aal2). Refusals: not_admin, not_found. */
export async function readImport(
  ctx: Ctx,
  { importId, params }: { importId: string; params: URLSearchParams },
): Promise<Result<ImportView, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const [row] = await ctx.db.select().from(prospectImport).where(eq(prospectImport.id, importId));
  if (!row) return notFound();
  const { content, rejectedFile, delimiter, choices: _, createdBy: __, finishedAt: ___, ...view } = row;
  const isOpen = content !== null && (row.status === "uploaded" || row.status === "failed");
  return ok({
    ...view,
    ...{ hasRejectedFile: rejectedFile !== null, problems: firstProblems(rejectedFile ?? "") },
    preview: isOpen ? await previewOf(ctx, { content, delimiter }, params) : null,
    undo: row.status === "done" ? await previewUndo(ctx, importId) : null,
  });
}

async function previewOf(
  ctx: Ctx,
  file: { content: string; delimiter: string },
  params: URLSearchParams,
): Promise<ImportPreview> {
  const { preview, emails } = await previewFile(file, params);
  return {
    ...preview,
    existing: await countExisting(ctx, emails),
    rows: await storedRows(ctx, preview.rows, preview.choices.existing),
  };
}

/** The rows as they will be stored: a prospect in the pipeline keeps its own values. */
async function storedRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  existing: ImportChoices["existing"],
): Promise<PreviewRow[]> {
  const sent = new Map(rows.map((row) => [row.email, row]));
  const found = await ctx.db
    .select({ email: prospectAddress.email, row: prospect })
    .from(prospectAddress)
    .innerJoin(prospect, eq(prospect.id, prospectAddress.prospectId))
    .where(inArray(prospectAddress.email, [...sent.keys()]))
    .orderBy(asc(prospect.id), asc(prospectAddress.email));
  const current = new Map(found.map(({ row }) => [row.id, row]));
  const kept = new Map<string, PreviewRow>();
  for (const { email, row: read } of found) {
    const filled = existing === "fill" ? filledFields(current.get(read.id)!, sent.get(email)!) : {};
    const row = { ...current.get(read.id)!, ...filled };
    current.set(row.id, row);
    kept.set(email, { email, ...pick(row, [...statedFields, "tags"]), filled: Object.keys(filled) as ImportField[] });
  }
  return rows.map((row) => kept.get(row.email) ?? { ...row, filled: null });
}

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
  return adminCommand(ctx, "pipeline", async (tx) => {
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
  return adminCommand(ctx, "pipeline", async (tx) => {
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
  return freshAdminCommand(ctx, "pipeline", async (tx) => {
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
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
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
