import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { findProspectOf } from "#app/features/pipeline/prospects/own-prospect.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/people/data-subject.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrollment, enrollmentStep, sequence } from "./tables.server.ts";

/** Exports a person's enrollments and steps. The mails themselves are in the mail feature's export. */
export async function exportPersonalData(ctx: Ctx, person: DataSubject): Promise<PersonalData> {
  const found = await findProspectOf(ctx, person);
  if (!found) return { sequence_enrollments: [], sequence_steps: [] };
  const rows = await ctx.db
    .select({
      id: enrollment.id,
      sequence: sequence.title,
      ...pick(enrollment, ["state", "reason", "enrolledAt", "endedAt"]),
    })
    .from(enrollment)
    .innerJoin(sequence, eq(sequence.id, enrollment.sequenceId))
    .where(eq(enrollment.prospectId, found.rootId))
    .orderBy(asc(enrollment.enrolledAt), asc(enrollment.id));
  const steps = rows.length
    ? await ctx.db
        .select({ enrollment: enrollmentStep.enrollmentId, outcome: enrollmentStep.outcome, at: enrollmentStep.at })
        .from(enrollmentStep)
        .where(
          inArray(
            enrollmentStep.enrollmentId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(enrollmentStep.at))
    : [];
  return { sequence_enrollments: rows, sequence_steps: steps };
}

/**
 * Deletes the person's own enrollments with their steps. Enrollments of other prospects stay, also across a merge with
 * this one: they return to the originally enrolled prospect and follow its remaining merges.
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  const found = await findProspectOf(ctx, person);
  if (!found) return;
  const { ownId } = found;
  const enrolled = sql`coalesce(${enrollment.originId}, ${enrollment.prospectId})`;
  await ctx.db.delete(enrollment).where(sql`${enrolled} = ${ownId}`);
  await ctx.db
    .update(enrollment)
    .set({ prospectId: sql`${enrollment.originId}` })
    .where(and(eq(enrollment.prospectId, ownId), isNotNull(enrollment.originId)));
}
