import { asc, eq, inArray } from "drizzle-orm";
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

/** Deletes the person's enrolments with their steps. */
export async function forgetPerson(ctx: Ctx, { email }: DataSubject): Promise<void> {
  await ctx.db.delete(enrolment).where(inArray(enrolment.prospectId, prospectsOf(ctx, email)));
}

const prospectsOf = (ctx: Pick<Ctx, "db">, email: string) =>
  ctx.db
    .select({ id: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(eq(prospectAddress.email, email.toLowerCase()));
