import { and, asc, isNull, lt, notExists, sql } from "drizzle-orm";
import { isOpenStage, lastSeen } from "#app/features/pipeline/prospects/prospect-filter.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { startedSequences, type Version } from "../definitions/versions.server.ts";
import { personColumns } from "../steps/facts.server.ts";
import { enrollment } from "../tables.server.ts";
import { enrolPeople } from "./enrolling.server.ts";

/** People per run and sequence; the next run takes the rest. */
const atOnce = 1000;

/** Enrolls people who have been inactive for as long as a sequence's trigger requires. Returns how many were enrolled. */
export async function enrolInactive(ctx: Ctx): Promise<{ enrolled: number }> {
  let enrolled = 0;
  for (const { version } of await startedSequences(ctx)) {
    const { trigger } = version.definition;
    if (trigger.kind === "inactivity")
      enrolled += await inTransaction(ctx, (tx) => enrolSince(tx, version, trigger.days));
  }
  return { enrolled };
}

async function enrolSince(tx: Ctx, version: Version, days: number): Promise<number> {
  const before = new Date(tx.now.getTime() - days * dayMs);
  // Excludes people who were already enrolled or blocked since they became inactive.
  const had = tx.db
    .select({ one: sql`1` })
    .from(enrollment)
    .where(
      sql`${enrollment.sequenceId} = ${version.sequenceId} and ${enrollment.prospectId} = ${prospect.id} and ${enrollment.enrolledAt} > ${lastSeen}`,
    );
  const people = await tx.db
    .select(personColumns)
    .from(prospect)
    .where(and(isNull(prospect.mergedInto), isOpenStage, lt(lastSeen, before), notExists(had)))
    .orderBy(asc(lastSeen), asc(prospect.id))
    .limit(atOnce);
  if (people.length === 0) return 0;
  const sinceEvent = newId();
  const outcomes = await enrolPeople(
    tx,
    version,
    people.map((person) => ({ person, sinceEvent, eventId: null, enrolledAt: tx.now, isAutomatic: true })),
    { keepBlocked: true },
  );
  return outcomes.filter(({ why }) => why === null).length;
}
