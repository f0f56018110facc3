import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { publishMany } from "#app/features/events/events.server.ts";
import { adminCommand, recorded } from "#app/features/security/admin-command.server.ts";
import { bareDomain } from "#app/lib/bare-domain.ts";
import { fromCsv, toCsv } from "#app/lib/csv.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob } from "#app/platform/jobs.server.ts";
import { pipelineAudit } from "./audit.ts";
import { prospectCreated } from "./events.ts";
import type { RejectedRow } from "./import-file.ts";
import { checkRows, type ImportRow } from "./import-rows.server.ts";
import { columnsOf, type ProspectRow, readSignals, scoreRow } from "./projecting.server.ts";
import { project } from "./projection.ts";
import { type ContactField, prospect, prospectAddress, prospectImport, prospectStageChange } from "./tables.server.ts";

/*
 * Stores an import in one transaction for all valid rows, so that a failure or a killed process leaves nothing behind. New prospects
 * are inserted in batches, each with its `prospect.created`, like single ones. Progress is written outside that transaction to be
 * visible before its end.
 */

const ImportJob = z.object({ importId: z.uuid() });

/** Handles an import that failed at every attempt; must be registered before `importProspectsJob`. */
export const failImportJob = defineJob({
  name: "pipeline.import-failed",
  payload: ImportJob,
  run: (ctx, { importId }) => failImport(ctx, importId),
});

export const importProspectsJob = defineJob({
  name: "pipeline.import",
  payload: ImportJob,
  retry: { limit: 2, delaySeconds: 5 },
  deadLetter: failImportJob.name,
  expireInSeconds: 900,
  run: (ctx, { importId }) => runImport(ctx, importId),
});

const batchSize = 500;

/** Runs a queued import. Idempotent, also for concurrent runs. */
export async function runImport(ctx: Ctx, importId: string): Promise<void> {
  const [row] = await ctx.db
    .update(prospectImport)
    .set({ status: "running", progress: 0 })
    .where(and(eq(prospectImport.id, importId), inArray(prospectImport.status, ["queued", "running", "failed"])))
    .returning();
  if (!row) return;
  if (!row.content || !row.choices) {
    await ctx.db.update(prospectImport).set({ status: "failed" }).where(eq(prospectImport.id, importId));
    return;
  }
  const all = fromCsv(row.content, row.delimiter);
  const { choices } = row;
  const { valid, rejected } = await checkRows(all, choices.columns);
  try {
    await adminCommand(ctx, async (tx) => {
      const counts = { created: 0, filled: 0, unchanged: 0 };
      // Sorted, so that two imports of the same addresses cannot deadlock.
      const sorted = valid.toSorted((one, other) => (one.email < other.email ? -1 : 1));
      if (choices.existing === "fill") await lockExisting(tx, sorted);
      for (let start = 0; start < sorted.length; start += batchSize) {
        const batch = sorted.slice(start, start + batchSize);
        const existing = await insertNew(tx, batch);
        counts.created += batch.length - existing.length;
        const filled = choices.existing === "fill" ? await fillExisting(tx, existing) : 0;
        counts.filled += filled;
        counts.unchanged += existing.length - filled;
        const progress = Math.min(start + batchSize, sorted.length) + rejected.length;
        await ctx.db.update(prospectImport).set({ progress }).where(eq(prospectImport.id, importId));
      }
      const finished = await tx.db
        .update(prospectImport)
        .set({
          ...{ status: "done", content: null, progress: row.rowCount, rejected: rejected.length, ...counts },
          ...{ rejectedFile: rejected.length > 0 ? rejectedFile(all[0] ?? [], rejected) : null, finishedAt: tx.now },
        })
        .where(and(eq(prospectImport.id, importId), eq(prospectImport.status, "running")))
        .returning({ id: prospectImport.id });
      if (finished.length === 0) throw new Error("Another run finished this import");
      return recorded({
        ...{ action: pipelineAudit.importDone, subject: importId },
        detail: { ...counts, rejected: rejected.length },
      });
    });
  } catch (error) {
    // The job is retried; only its last failure counts.
    await ctx.db
      .update(prospectImport)
      .set({ status: "queued", progress: 0 })
      .where(and(eq(prospectImport.id, importId), eq(prospectImport.status, "running")));
    throw error;
  }
}

/** Marks an import that failed at every attempt, so that an admin can start it again. Idempotent. */
export async function failImport(ctx: Ctx, importId: string): Promise<void> {
  await ctx.db
    .update(prospectImport)
    .set({ status: "failed" })
    .where(and(eq(prospectImport.id, importId), inArray(prospectImport.status, ["queued", "running"])));
}

/** Adds prospects for new addresses; returns the other rows. */
async function insertNew(tx: Ctx, batch: readonly ImportRow[]): Promise<ImportRow[]> {
  const emails = batch.map(({ email }) => email);
  const known = await tx.db
    .select({ email: prospectAddress.email })
    .from(prospectAddress)
    .where(inArray(prospectAddress.email, emails));
  const taken = new Set(known.map(({ email }) => email));
  const fresh = batch.filter(({ email }) => !taken.has(email)).map((row) => newProspect(row, tx.now));
  if (fresh.length === 0) return [...batch];
  await tx.db.insert(prospect).values(fresh.map(({ columns }) => columns));
  // Another transaction may have added an address since the lookup; its prospect is kept.
  const inserted = await tx.db
    .insert(prospectAddress)
    .values(fresh.map(({ columns: { id, email } }) => ({ email, prospectId: id })))
    .onConflictDoNothing()
    .returning({ email: prospectAddress.email });
  const added = new Set(inserted.map(({ email }) => email));
  const lost = fresh.filter(({ columns }) => !added.has(columns.email)).map(({ columns }) => columns.id);
  if (lost.length > 0) await tx.db.delete(prospect).where(inArray(prospect.id, lost));
  const kept = fresh.filter(({ columns }) => added.has(columns.email));
  const eventIds = await publishMany(
    tx,
    prospectCreated,
    kept.map(({ columns: { id, email }, contact: { name, company, role, website } }) => ({
      ...{ prospectId: id, email, source: "import" as const },
      ...{ name, company, role, website },
    })),
  );
  const changes = kept.flatMap(({ columns: { id }, projection }, at) =>
    projection.changes.map((change) => ({ ...change, prospectId: id, eventId: eventIds[at]! })),
  );
  if (changes.length > 0) await tx.db.insert(prospectStageChange).values(changes);
  return batch.filter(({ email }) => !added.has(email));
}

/** Returns the row of a new prospect, with the columns that follow from its only event, as a replay computes them. */
function newProspect(row: ImportRow, now: Date) {
  const id = newId();
  const contact = contactOf(row);
  const { name, company, role, website } = contact;
  const said = Object.entries({ name, company, role, website }).filter(([, value]) => value !== null);
  const projection = project([
    {
      ...{ eventId: id, at: now, name: prospectCreated.name, userId: null, source: "import", isActivity: false },
      contact: Object.fromEntries(said),
    },
  ])!;
  // No event contains these fields: they are the firm's own data and survive a replay.
  const editedFields = (["industry", "employees"] as const).filter((field) => contact[field] !== null);
  const own = { ...contact, email: row.email, editedFields, valueCents: null };
  const columns = { id, email: row.email, tags: row.tags, editedFields, ...columnsOf(own, projection, now) };
  return { columns, contact, projection };
}

const contactOf = ({ name, company, website, role, industry, employees }: ImportRow) => ({
  ...{ name: name ?? null, company: company ?? null, role: role ?? null, industry: industry ?? null },
  ...{ employees: employees ?? null, website: website ? bareDomain(website) : null },
});

/** Locks all of them in the order of ids, like bulk actions; locking batch by batch could deadlock. */
async function lockExisting(tx: Ctx, rows: readonly ImportRow[]): Promise<void> {
  const emails = sql.param(rows.map(({ email }) => email));
  await tx.db
    .select({ id: prospect.id })
    .from(prospect)
    .innerJoin(prospectAddress, eq(prospectAddress.prospectId, prospect.id))
    .where(sql`${prospectAddress.email} = any(${emails}::text[])`)
    .orderBy(asc(prospect.id))
    .for("update", { of: prospect });
}

async function fillExisting(tx: Ctx, rows: readonly ImportRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const found = await tx.db
    .select({ email: prospectAddress.email, row: prospect })
    .from(prospectAddress)
    .innerJoin(prospect, eq(prospect.id, prospectAddress.prospectId))
    .where(
      inArray(
        prospectAddress.email,
        rows.map(({ email }) => email),
      ),
    )
    .orderBy(asc(prospect.id))
    .for("update", { of: prospect });
  // If two addresses belong to one prospect, the second fills what the first left empty.
  const current = new Map<string, ProspectRow>(found.map(({ row }) => [row.id, row]));
  const sent = new Map(rows.map((row) => [row.email, row]));
  let changed = 0;
  for (const { email, row: read } of found) {
    const row = current.get(read.id)!;
    const filled = fillFields(row, sent.get(email)!);
    if (!filled) continue;
    const next = { ...row, ...filled, version: row.version + 1, scoredAt: tx.now };
    const score = scoreRow({ ...next, signals: readSignals(next.signals) }, tx.now);
    current.set(row.id, { ...next, score });
    await tx.db
      .update(prospect)
      .set({ ...filled, score, version: next.version, scoredAt: tx.now })
      .where(eq(prospect.id, row.id));
    changed += 1;
  }
  return changed;
}

/** Returns the columns that a row of the file fills, or null if there are none. A filled field no longer follows events. */
function fillFields(row: ProspectRow, sent: ImportRow) {
  const contact = Object.entries(contactOf(sent)) as [ContactField, string | number | null][];
  const filled = contact.filter(([field, value]) => value !== null && row[field] === null);
  const tags = row.tags.length === 0 && sent.tags.length > 0 ? { tags: sent.tags } : {};
  if (filled.length === 0 && !("tags" in tags)) return null;
  const editedFields = [...new Set([...row.editedFields, ...filled.map(([field]) => field)])];
  return { ...Object.fromEntries(filled), ...tags, editedFields };
}

const rejectedFile = (header: readonly string[], rejected: readonly RejectedRow[]): string =>
  toCsv([
    ["Row", "Problem", ...header],
    ...rejected.map(({ row, problem, cells }) => [String(row), problem, ...cells]),
  ]);
