import { asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import type { EndReason, EnrollmentState, Step } from "../definitions/definition.ts";
import { mailCounts } from "../steps/mail-outcomes.server.ts";
import { enrollment, sequence, sequenceBooking, sequenceVersion } from "../tables.server.ts";

export type PersonEnrollment = {
  id: string;
  sequenceId: string;
  title: string;
  state: EnrollmentState;
  reason: EndReason | null;
  version: number;
  next: Step | null;
  nextAt: Date | null;
  /** Mails queued, and how many of them a mail server refused. */
  mails: number;
  refused: number;
  enrolledAt: Date;
  endedAt: Date | null;
};

const maxShown = 50;

/** Returns those of these prospects that are or were in a sequence, or wait for one. */
export async function listSequencedProspects(ctx: Pick<Ctx, "db">, prospectIds: readonly string[]): Promise<string[]> {
  const among = sql`any(${sql.param(prospectIds)}::uuid[])`;
  const rows = await union(
    ctx.db.select({ id: enrollment.prospectId }).from(enrollment).where(sql`${enrollment.prospectId} = ${among}`),
    ctx.db
      .select({ id: sequenceBooking.prospectId })
      .from(sequenceBooking)
      .where(sql`${sequenceBooking.prospectId} = ${among}`),
  );
  return rows.map(({ id }) => id);
}

export type PersonSequences = {
  /** Newest first, at most 50. */
  enrollments: PersonEnrollment[];
  running: { id: string; title: string }[];
};

export async function readPersonSequences(
  ctx: Ctx,
  { prospectId }: { prospectId: string },
): Promise<Result<PersonSequences, NotAdmin>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const [enrollments, running] = await Promise.all([
    listEnrollments(ctx, prospectId),
    ctx.db
      .select({ id: sequence.id, title: sequence.title })
      .from(sequence)
      .where(isNotNull(sequence.startedAt))
      .orderBy(byLetters(sequence.title), asc(sequence.id)),
  ]);
  return ok({ enrollments, running });
}

async function listEnrollments(ctx: Ctx, prospectId: string): Promise<PersonEnrollment[]> {
  const { id, sequenceId, state, reason, done, dueAt, enrolledAt, endedAt } = enrollment;
  const rows = await ctx.db
    .select({
      ...{ id, sequenceId, state, reason, done, nextAt: dueAt, enrolledAt, endedAt },
      ...mailCounts,
      ...{ title: sequence.title, version: sequenceVersion.number, definition: sequenceVersion.definition },
    })
    .from(enrollment)
    .innerJoin(sequence, eq(sequence.id, sequenceId))
    .innerJoin(sequenceVersion, eq(sequenceVersion.id, enrollment.versionId))
    .where(eq(enrollment.prospectId, prospectId))
    .orderBy(desc(enrolledAt), desc(id))
    .limit(maxShown);
  return rows.map(({ done: stepsDone, definition, ...row }) => ({
    ...row,
    next: row.endedAt ? null : (definition.steps[stepsDone] ?? null),
  }));
}
