import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { holdBodies, storeBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { renderStep } from "../emails/sequence-mail.tsx";
import { sequence, sequenceStep, sequenceVersion } from "../tables.server.ts";
import type { Definition, MailStep } from "./definition.ts";

/** A published version with the ids of its steps in order. It never changes. */
export type Version = { id: string; sequenceId: string; number: number; definition: Definition; stepIds: string[] };

export type SequenceRow = typeof sequence.$inferSelect;

/** Cache of recently read versions; they are immutable, so a copy cannot be stale. */
const kept = new Map<string, Version>();
const maxKept = 200;

export async function readVersions(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Map<string, Version>> {
  const missing = [...new Set(ids)].filter((id) => !kept.has(id));
  if (missing.length > 0) {
    const rows = await ctx.db.select().from(sequenceVersion).where(inArray(sequenceVersion.id, missing));
    const steps = await ctx.db
      .select({ id: sequenceStep.id, versionId: sequenceStep.versionId })
      .from(sequenceStep)
      .where(inArray(sequenceStep.versionId, missing))
      .orderBy(asc(sequenceStep.versionId), asc(sequenceStep.position));
    if (kept.size + rows.length > maxKept) kept.clear();
    for (const { id, sequenceId, number, definition } of rows) {
      const stepIds = steps.filter(({ versionId }) => versionId === id).map((step) => step.id);
      kept.set(id, { id, sequenceId, number, definition, stepIds });
    }
  }
  return new Map(ids.flatMap((id) => (kept.has(id) ? [[id, kept.get(id)!]] : [])));
}

export async function newestVersion(ctx: Pick<Ctx, "db">, sequenceId: string): Promise<Version | null> {
  const [row] = await ctx.db
    .select({ id: sequenceVersion.id })
    .from(sequenceVersion)
    .where(eq(sequenceVersion.sequenceId, sequenceId))
    .orderBy(desc(sequenceVersion.number))
    .limit(1);
  return row ? ((await readVersions(ctx, [row.id])).get(row.id) ?? null) : null;
}

export async function startedSequences(ctx: Pick<Ctx, "db">): Promise<{ row: SequenceRow; version: Version }[]> {
  const rows = await ctx.db
    .select({
      row: sequence,
      versionId: sql<string>`(select v.id from ${sequenceVersion} v where v.sequence_id = "sequence"."id" order by v.number desc limit 1)`,
    })
    .from(sequence)
    .where(sql`${sequence.startedAt} is not null`)
    .orderBy(asc(sequence.name));
  const versions = await readVersions(
    ctx,
    rows.flatMap(({ versionId }) => versionId ?? []),
  );
  return rows.flatMap(({ row, versionId }) => {
    const version = versions.get(versionId);
    return version ? [{ row, version }] : [];
  });
}

/** Publishes a definition as the next version and returns its number. The sequence must be locked. */
export async function storeVersion(
  tx: Ctx,
  { sequenceId, number, definition }: { sequenceId: string; number: number; definition: Definition },
): Promise<void> {
  const [version] = await tx.db
    .insert(sequenceVersion)
    .values({
      ...{ sequenceId, number, definition, publishedAt: tx.now },
      publishedBy: userIdOf(tx.actor),
    })
    .returning({ id: sequenceVersion.id });
  await tx.db
    .insert(sequenceStep)
    .values(definition.steps.map(({ key, kind }, position) => ({ versionId: version!.id, position, key, kind })));
}

type BodySource = { stepId: string; step: MailStep; campaign: string };

/** Returns the stored bodies of mail steps; stores missing ones (first mail, or deleted when old). In the sending transaction. */
export async function bodiesOf(tx: Ctx, sources: readonly BodySource[]): Promise<Map<string, string>> {
  const stepIds = sources.map(({ stepId }) => stepId);
  const known = await tx.db
    .select({ stepId: sequenceStep.id, body: sequenceStep.body })
    .from(sequenceStep)
    .where(inArray(sequenceStep.id, stepIds));
  const held = await holdBodies(
    tx,
    known.flatMap(({ body }) => body ?? []),
  );
  const found = new Map(known.flatMap(({ stepId, body }) => (body && held.has(body) ? [[stepId, body]] : [])));
  // In a fixed order, so that two workers cannot deadlock.
  for (const { stepId, step, campaign } of sources.toSorted((one, other) => (one.stepId < other.stepId ? -1 : 1))) {
    if (found.has(stepId)) continue;
    const body = await storeBody(tx, await renderStep(step.mail, campaign));
    await tx.db.update(sequenceStep).set({ body }).where(eq(sequenceStep.id, stepId));
    found.set(stepId, body);
  }
  return found;
}
