import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { analyticsAudit } from "../audit.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsImport, analyticsImportedDay } from "../tables.server.ts";
import { deriveVisits } from "../visits/visits.server.ts";
import { readHistory } from "./history.server.ts";
import { importableHits, storeImportedHits } from "./imported-sessions.server.ts";
import { type ImportedDay, importedDimensions } from "./plausible.ts";

/*
 * Stores an import in one transaction, so that a failure or a killed process leaves nothing behind. Progress is written outside that
 * transaction to be visible before its end.
 */

const HistoryJob = z.object({ importId: z.uuid() });

/** Handles an import that failed at every attempt; must be registered before `importHistoryJob`. */
export const failHistoryJob = defineJob({
  name: "analytics.import-failed",
  payload: HistoryJob,
  run: async ({ db }, { importId }) => {
    await db
      .update(analyticsImport)
      .set({ status: "failed" })
      .where(and(eq(analyticsImport.id, importId), inArray(analyticsImport.status, ["queued", "running"])));
  },
});

export const importHistoryJob = defineJob({
  name: "analytics.import",
  payload: HistoryJob,
  retry: { limit: 2, delaySeconds: 5 },
  deadLetter: failHistoryJob.name,
  expireInSeconds: 900,
  run: (ctx, { importId }) => runHistoryImport(ctx, importId),
});

const batchSize = 2000;

/** Runs a queued import. Idempotent, also for concurrent runs. */
export async function runHistoryImport(ctx: Ctx, importId: string): Promise<void> {
  const isMine = eq(analyticsImport.id, importId);
  const [row] = await ctx.db
    .update(analyticsImport)
    .set({ status: "running", progress: 0 })
    .where(and(isMine, inArray(analyticsImport.status, ["queued", "running", "failed"])))
    .returning();
  if (!row) return;
  const upload = row.content && { id: importId, fileName: row.fileName, bytes: row.content };
  const history = upload ? readHistory(upload, await importableHits(ctx)) : "unreadable";
  if (typeof history === "string" || "column" in history) {
    await ctx.db.update(analyticsImport).set({ status: "failed" }).where(isMine);
    return;
  }
  const onProgress = async (progress: number) => {
    await ctx.db.update(analyticsImport).set({ progress }).where(isMine);
  };
  const { contents } = history;
  try {
    await adminCommand(ctx, "analytics", async (tx) => {
      if (history.kind === "umami") await storeImportedHits(ctx, tx, history.calls, onProgress);
      else await storeDays(tx, importId, history.days, (share) => onProgress(Math.round(share * contents.rows)));
      const finished = await tx.db
        .update(analyticsImport)
        .set({ status: "done", content: null, contents, progress: contents.rows, finishedAt: tx.now })
        .where(and(isMine, eq(analyticsImport.status, "running")))
        .returning({ id: analyticsImport.id });
      if (finished.length === 0) throw new Error("Another run finished this import");
      const { rows, firstDay, lastDay } = contents;
      return recorded({ action: analyticsAudit.historyDone, subject: importId, detail: { rows, firstDay, lastDay } });
    });
    if (history.kind === "umami" && !visitStore().isTransactional) await deriveVisits(ctx);
  } catch (error) {
    // The job is retried; only its last failure counts.
    await ctx.db
      .update(analyticsImport)
      .set({ status: "queued", progress: 0 })
      .where(and(isMine, eq(analyticsImport.status, "running")));
    throw error;
  }
}

async function storeDays(
  tx: Ctx,
  importId: string,
  days: readonly ImportedDay[],
  onProgress: (share: number) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < days.length; start += batchSize) {
    const batch = days.slice(start, start + batchSize);
    await tx.db
      .insert(analyticsImportedDay)
      .values(batch.map(({ dimension, ...day }) => ({ ...day, importId, dimension: importedDimensions[dimension] })));
    await onProgress(Math.min(1, (start + batchSize) / days.length));
  }
}
