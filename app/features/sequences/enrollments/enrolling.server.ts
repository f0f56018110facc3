import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { listTeamIds } from "#app/features/accounts/profile/people.server.ts";
import { isDemoRow } from "#app/features/demo/demo.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { isDemoAddress } from "#app/lib/people/demo-address.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { EndReason } from "../definitions/definition.ts";
import { readVersions, type Version } from "../definitions/versions.server.ts";
import { outreachLimits } from "../settings.server.ts";
import { loadFacts, type Person, personColumns } from "../steps/facts.server.ts";
import { blockedBecause, nextDue } from "../steps/rules.ts";
import { enrollment, sequence } from "../tables.server.ts";
import { newUnsubscribeKey } from "./leave-link.server.ts";

/* Enrolling people: eligibility, for a preview (`judge`) and again in the enrolling transaction, and the rows. */

/** A person to enroll. Events after `sinceEvent` count as activity after the enrollment. */
export type Candidate = {
  person: Person;
  sinceEvent: string;
  eventId: string | null;
  enrolledAt: Date;
  /** False if an admin chose this one person. */
  isAutomatic: boolean;
};
export type Judged = Candidate & { why: EndReason | null; dueAt: Date };

const atOnce = 500;

/** Returns for each candidate why they cannot be enrolled, or null. */
export async function judge(ctx: Ctx, version: Version, candidates: readonly Candidate[]): Promise<Judged[]> {
  const admins = await listTeamIds(ctx);
  const judged: Judged[] = [];
  for (const part of chunks(candidates)) judged.push(...(await judgeSome(ctx, version, part, admins)));
  return judged;
}

async function judgeSome(
  ctx: Ctx,
  { sequenceId, definition }: Version,
  candidates: readonly Candidate[],
  admins: ReadonlySet<string>,
): Promise<Judged[]> {
  const { goal } = definition;
  const facts = await loadFacts(
    ctx,
    candidates.map(({ person, sinceEvent, isAutomatic }) => ({ person, sinceEvent, goal, isAutomatic })),
  );
  const rows = await ctx.db
    .select({
      ...pick(enrollment, ["prospectId", "sequenceId", "goal", "endedAt"]),
      wasRemoved: sql<boolean>`${enrollment.reason} = 'by_hand' and ${enrollment.done} = 0`,
    })
    .from(enrollment)
    .where(
      and(
        inArray(
          enrollment.prospectId,
          candidates.map(({ person }) => person.id),
        ),
        ne(enrollment.state, "blocked"),
      ),
    );
  const rowsOf = Map.groupBy(rows, ({ prospectId }) => prospectId);
  const isDemo = await isDemoSequence(ctx, sequenceId);
  return candidates.map((candidate, at) => {
    const own = rowsOf.get(candidate.person.id) ?? [];
    const why = blockedBecause(
      definition,
      {
        facts: facts[at]!,
        // A person whom an admin removed before any step can be enrolled again.
        past: own.filter((row) => row.sequenceId === sequenceId && !row.wasRemoved).map(({ endedAt }) => ({ endedAt })),
        hasOpenGoal: own.some((row) => row.goal === goal && row.endedAt === null),
        isEmployee: candidate.person.userId !== null && admins.has(candidate.person.userId),
      },
      ctx.now,
    );
    // A sequence of demo data enrolls demo people only, because it would mail real addresses.
    return {
      ...{ ...candidate, why: isDemo && !isDemoAddress(candidate.person.email) ? "demo" : why },
      dueAt: nextDue(definition, { ...candidate, done: 0, lastStepAt: null }, facts[at]!, ctx.now, outreachLimits()),
    };
  });
}

async function isDemoSequence(ctx: Pick<Ctx, "db">, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ isDemo: isDemoRow("sequence", id) })
    .from(sequence)
    .where(eq(sequence.id, id));
  return row?.isDemo === true;
}

/**
 * Enrolls the candidates that the rules allow. `keepBlocked` stores the others with their reason, so that the same
 * event or the next run does not decide again. Returns per candidate the reason (null: enrolled) and the id of its row.
 */
export async function enrolPeople(
  tx: Ctx,
  version: Version,
  candidates: readonly Candidate[],
  { keepBlocked = false }: { keepBlocked?: boolean } = {},
): Promise<{ enrollmentId: string | null; why: EndReason | null }[]> {
  const judged = await judge(tx, version, candidates);
  const rows = judged.map((one) => rowOf(tx, version, one));
  const wanted = rows.filter(({ state }) => state === "active" || keepBlocked);
  const stored = new Set<string>();
  for (const part of chunks(wanted)) {
    // A conflict means another enrollment with this goal, or the same event.
    const added = await tx.db.insert(enrollment).values(part).onConflictDoNothing().returning({ id: enrollment.id });
    for (const { id } of added) stored.add(id);
  }
  return rows.map(({ id, state, reason }) => {
    if (state === "blocked") return { enrollmentId: null, why: reason };
    return stored.has(id) ? { enrollmentId: id, why: null } : { enrollmentId: null, why: "active_goal" as const };
  });
}

function rowOf(tx: Ctx, { id: versionId, sequenceId, definition }: Version, judged: Judged) {
  const { person, sinceEvent, eventId, enrolledAt, isAutomatic, why, dueAt } = judged;
  return {
    id: newId(),
    ...{
      sequenceId,
      versionId,
      prospectId: person.id,
      goal: definition.goal,
      sinceEvent,
      eventId,
      enrolledAt,
      isAutomatic,
    },
    state: why ? ("blocked" as const) : ("active" as const),
    reason: why,
    dueAt: why ? null : dueAt,
    endedAt: why ? tx.now : null,
    unsubscribeKey: newUnsubscribeKey(),
  };
}

/** When the next steps of these enrollments are due, in the same order. */
export async function nextDues(tx: Ctx, rows: readonly (typeof enrollment.$inferSelect)[]): Promise<Date[]> {
  const prospectIds = rows.map(({ prospectId }) => prospectId);
  const found = await tx.db.select(personColumns).from(prospect).where(inArray(prospect.id, prospectIds));
  const people = new Map(found.map((person) => [person.id, person]));
  const facts = await loadFacts(
    tx,
    rows.map((row) => ({ ...row, person: people.get(row.prospectId)! })),
  );
  const versions = await readVersions(
    tx,
    rows.map(({ versionId }) => versionId),
  );
  return rows.map((row, at) =>
    nextDue(versions.get(row.versionId)!.definition, row, facts[at]!, tx.now, outreachLimits()),
  );
}

function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}
