import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { publishMany } from "#app/features/events/events.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { pipelineAudit } from "../audit.ts";
import { createdFields, ownFields, prospectCreated } from "../events.ts";
import { columnsOf, type ProspectRow, readSignals, scoreRow } from "../pipeline.server.ts";
import { type Contact, project } from "../projection/projection.ts";
import { type ContactField, contactFields, noContact, statedFields } from "../prospect-fields.ts";
import { nameFields, namesOf } from "../prospects/prospect-names.ts";
import {
  prospect,
  prospectAddress,
  prospectImport,
  prospectImportChange,
  prospectStageChange,
} from "../tables.server.ts";
import { checkFile, fileWithLeft } from "./import-reading.server.ts";
import type { ImportRow } from "./import-rows.server.ts";
import { fingerprints } from "./import-undo.server.ts";

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
  const { choices } = row;
  try {
    const file = { content: row.content, delimiter: row.delimiter };
    const { batches, emails, rejected, rejectedFile, unusedColumns } = await checkFile(file, choices.columns);
    await adminCommand(ctx, "pipeline", async (tx) => {
      const counts = { created: 0, filled: 0, unchanged: 0 };
      const left: string[] = [];
      let progress = rejected;
      if (choices.existing === "fill") await lockExisting(tx, emails);
      for (const batch of batches) {
        const existing = await insertNew(tx, importId, batch);
        counts.created += batch.length - existing.length;
        const filled = choices.existing === "fill" ? await fillExisting(tx, importId, existing) : new Set<string>();
        counts.filled += filled.size;
        counts.unchanged += existing.length - filled.size;
        left.push(...existing.flatMap(({ email }) => (filled.has(email) ? [] : email)));
        progress += batch.length;
        await ctx.db.update(prospectImport).set({ progress }).where(eq(prospectImport.id, importId));
      }
      const finished = await tx.db
        .update(prospectImport)
        .set({
          ...{ status: "done", content: null, progress: row.rowCount, rejected, ...counts },
          ...{ unusedColumns, finishedAt: tx.now },
          rejectedFile:
            left.length === 0
              ? rejectedFile
              : await fileWithLeft(file, choices.columns, { emails: left, because: leftBecause[choices.existing] }),
        })
        .where(and(eq(prospectImport.id, importId), eq(prospectImport.status, "running")))
        .returning({ id: prospectImport.id });
      if (finished.length === 0) throw new Error("Another run finished this import");
      return recorded({
        ...{ action: pipelineAudit.importDone, subject: importId },
        detail: { ...counts, rejected },
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

const leftBecause = {
  skip: "In the pipeline already, and left as it is.",
  fill: "In the pipeline already, with nothing to fill.",
} as const;

/** Marks an import, or its undoing, that failed at every attempt, so that an admin can start it again. Idempotent. */
export async function failImport(ctx: Ctx, importId: string): Promise<void> {
  await ctx.db
    .update(prospectImport)
    .set({ status: sql`case ${prospectImport.status} when 'undoing' then 'done' else 'failed' end` })
    .where(and(eq(prospectImport.id, importId), inArray(prospectImport.status, ["queued", "running", "undoing"])));
}

/** Adds prospects for new addresses; returns the other rows. */
async function insertNew(tx: Ctx, importId: string, batch: readonly ImportRow[]): Promise<ImportRow[]> {
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
    kept.map(({ columns: { id, email }, contact }) => ({
      ...{ prospectId: id, email, source: "import" as const },
      ...pick(contact, createdFields),
    })),
  );
  await recordChanges(
    tx,
    kept.map(({ columns: { id: prospectId, tags }, contact }, at) => ({
      ...{ importId, prospectId, eventId: eventIds[at]! },
      fields: fingerprints(prospectId, { ...contact, tags }),
    })),
  );
  const changes = kept.flatMap(({ columns: { id }, projection }, at) =>
    projection.changes.map((change) => ({ ...change, prospectId: id, eventId: eventIds[at]! })),
  );
  if (changes.length > 0) await tx.db.insert(prospectStageChange).values(changes);
  return batch.filter(({ email }) => !added.has(email));
}

async function recordChanges(tx: Ctx, changes: readonly (typeof prospectImportChange.$inferInsert)[]): Promise<void> {
  if (changes.length > 0)
    // An import fills a prospect twice if two of its addresses are in the file.
    await tx.db
      .insert(prospectImportChange)
      .values([...changes])
      .onConflictDoUpdate({
        target: [prospectImportChange.importId, prospectImportChange.prospectId],
        set: {
          fields: sql`${prospectImportChange.fields} || excluded.fields`,
          edited: sql`array_cat(${prospectImportChange.edited}, excluded.edited)`,
        },
      });
}

/** Returns the row of a new prospect, with the columns that follow from its only event, as a replay computes them. */
function newProspect({ email, tags, ...contact }: ImportRow, now: Date) {
  const id = newId();
  const projection = project([
    {
      ...{ eventId: id, at: now, name: prospectCreated.name, userId: null, source: "import", isActivity: false },
      contact: pick(
        contact,
        createdFields.filter((field) => contact[field] !== null),
      ) as Partial<Contact>,
    },
  ])!;
  const editedFields = ownFields(contact);
  const columns = {
    ...{ id, email, tags, editedFields },
    ...columnsOf({ ...noContact, ...contact, email, editedFields }, projection, now),
  };
  return { columns, contact, projection };
}

/** Locks all of them in the order of ids, like bulk actions; locking batch by batch could deadlock. */
async function lockExisting(tx: Ctx, addresses: readonly string[]): Promise<void> {
  const emails = sql.param(addresses);
  await tx.db
    .select({ id: prospect.id })
    .from(prospect)
    .innerJoin(prospectAddress, eq(prospectAddress.prospectId, prospect.id))
    .where(sql`${prospectAddress.email} = any(${emails}::text[])`)
    .orderBy(asc(prospect.id))
    .for("update", { of: prospect });
}

/** Returns the addresses whose prospects had empty fields filled. */
async function fillExisting(tx: Ctx, importId: string, rows: readonly ImportRow[]): Promise<Set<string>> {
  const changed = new Set<string>();
  if (rows.length === 0) return changed;
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
    .orderBy(asc(prospect.id), asc(prospectAddress.email))
    .for("update", { of: prospect });
  // If two addresses belong to one prospect, the second fills what the first left empty.
  const current = new Map<string, ProspectRow>(found.map(({ row }) => [row.id, row]));
  const sent = new Map(rows.map((row) => [row.email, row]));
  for (const { email, row: read } of found) {
    const row = current.get(read.id)!;
    const filled = filledFields(row, sent.get(email)!);
    const fields = contactFields.filter((field) => field in filled);
    if (Object.keys(filled).length === 0) continue;
    const edited = fields.filter((field) => !row.editedFields.includes(field));
    const next = { ...row, ...filled, editedFields: [...row.editedFields, ...edited] };
    const score = scoreRow({ ...next, signals: readSignals(next.signals) }, tx.now);
    const set = { ...filled, editedFields: next.editedFields, score, version: row.version + 1, scoredAt: tx.now };
    current.set(row.id, { ...row, ...set });
    await tx.db.update(prospect).set(set).where(eq(prospect.id, row.id));
    await recordChanges(tx, [{ importId, prospectId: row.id, fields: fingerprints(row.id, filled), edited }]);
    changed.add(email);
  }
  return changed;
}

type Filled = Partial<Pick<ProspectRow, ContactField | "tags">>;

/** Returns the values with which a row of the file fills empty fields. A filled field no longer follows events. */
export function filledFields(row: ProspectRow, { tags, ...sent }: ImportRow): Filled {
  const filled: Filled = Object.fromEntries(
    statedFields
      .filter((field) => !isNameField(field) && row[field] === null && sent[field] !== null)
      .map((field) => [field, sent[field]]),
  );
  if (row.tags.length === 0 && tags.length > 0) filled.tags = tags;
  return { ...filled, ...filledName(row, sent) };
}

const isNameField = (field: string): boolean => (nameFields as readonly string[]).includes(field);

/** A name is filled whole, or with the missing part if the other one is the same: "Frau Müller" with "Anna" and "Müller". */
function filledName(
  row: ProspectRow,
  { name, firstName, lastName }: Pick<ImportRow, "name" | "firstName" | "lastName">,
): Filled {
  if (!row.name) return name ? { name, firstName, lastName } : {};
  const own = namesOf(row);
  if (own.lastName && !own.firstName && firstName && own.lastName === lastName) return { firstName };
  if (own.firstName && !own.lastName && lastName && own.firstName === firstName) return { lastName };
  return {};
}
