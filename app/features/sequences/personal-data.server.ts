import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { mergesOf } from "#app/features/pipeline/merged-prospects.server.ts";
import { findByAddress } from "#app/features/pipeline/projecting.server.ts";
import { prospectAddress } from "#app/features/pipeline/tables.server.ts";
import type { DataSubject, PersonalData } from "#app/lib/data-subject.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrolment, enrolmentStep, sequence } from "./tables.server.ts";

/** The sequences a person was enrolled in, and what was done for them. The mails themselves are among the mails. */
export async function exportPersonalData(ctx: Ctx, { email }: DataSubject): Promise<PersonalData> {
  const rows = await ctx.db
    .select({
      id: enrolment.id,
      sequence: sequence.title,
      state: enrolment.state,
      reason: enrolment.reason,
      enrolledAt: enrolment.enrolledAt,
      endedAt: enrolment.endedAt,
    })
    .from(enrolment)
    .innerJoin(sequence, eq(sequence.id, enrolment.sequenceId))
    .where(inArray(enrolment.prospectId, prospectsOf(ctx, email)))
    .orderBy(asc(enrolment.enrolledAt), asc(enrolment.id));
  const steps = rows.length
    ? await ctx.db
        .select({ enrolment: enrolmentStep.enrolmentId, outcome: enrolmentStep.outcome, at: enrolmentStep.at })
        .from(enrolmentStep)
        .where(
          inArray(
            enrolmentStep.enrolmentId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(asc(enrolmentStep.at))
    : [];
  return { sequence_enrolments: rows, sequence_steps: steps };
}

/**
 * Deletes the person's own enrolments with their steps. Those of other prospects stay, also if one of both was merged into the
 * other: they return to the prospect that was enrolled, and follow its merges from there.
 */
export async function forgetPerson(ctx: Ctx, { email: written }: DataSubject): Promise<void> {
  const email = written.toLowerCase();
  const rootId = await findByAddress(ctx, email);
  if (!rootId) return;
  const ownId = (await mergesOf(ctx, { rootId, email })).at(-1)?.mergedId ?? rootId;
  const enrolled = sql`coalesce(${enrolment.originId}, ${enrolment.prospectId})`;
  await ctx.db.delete(enrolment).where(sql`${enrolled} = ${ownId}`);
  await ctx.db
    .update(enrolment)
    .set({ prospectId: sql`${enrolment.originId}` })
    .where(and(eq(enrolment.prospectId, ownId), isNotNull(enrolment.originId)));
}

const prospectsOf = (ctx: Pick<Ctx, "db">, email: string) =>
  ctx.db
    .select({ id: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(eq(prospectAddress.email, email.toLowerCase()));
