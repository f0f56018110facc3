import { and, asc, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { matching } from "#app/features/pipeline/prospects/prospect-filter.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { sequencesAudit } from "../audit.ts";
import type { EndReason, EnrollmentState } from "../definitions/definition.ts";
import { newestVersion } from "../definitions/versions.server.ts";
import { lockSequence } from "../sequences.server.ts";
import { outreachLimits } from "../settings.server.ts";
import { type Person, personColumns } from "../steps/facts.server.ts";
import { mailCounts } from "../steps/mail-outcomes.server.ts";
import { enrollment, enrollmentStep, sequenceVersion } from "../tables.server.ts";
import { endEnrollments } from "./ending.server.ts";
import { type Candidate, enrolPeople, judge, nextDues } from "./enrolling.server.ts";

/* Enrolling by hand or from a pipeline view, and an admin's actions on one enrollment. */

export const maxViewPeople = 5000;

type NotActive = Refusal<"not_active">;

/** Enrolls an address; an unknown one becomes a prospect. Refusals: not_found, not_active, blocked (`why`). For admins. */
export function enrol(
  ctx: Ctx,
  { id, email }: { id: string; email: string },
): Promise<Result<{ enrollmentId: string }, NotAdmin | NotFound | NotActive | Refusal<"blocked", { why: EndReason }>>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    const version = row.startedAt ? await newestVersion(tx, id) : null;
    if (!version) return refuse("not_active");
    const prospectId = await prospectOf(tx, email.toLowerCase());
    const [person] = await tx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId));
    if (!person) return notFound();
    const [outcome] = await enrolPeople(tx, version, candidatesOf(tx, [person], false));
    if (!outcome?.enrollmentId) return refuse("blocked", { why: outcome?.why ?? "active_goal" });
    const { enrollmentId } = outcome;
    return recorded(
      { action: sequencesAudit.peopleEnrolled, subject: id, detail: { people: 1, enrollment: enrollmentId } },
      { enrollmentId },
    );
  });
}

async function prospectOf(tx: Ctx, email: string): Promise<string> {
  const known = await findByAddress(tx, email);
  if (known) return known;
  const created = await createProspect(tx, { email });
  if (created.ok) return created.value.id;
  if (created.reason.kind === "exists") return created.reason.prospectId;
  throw new Error("An admin command inside another was refused.");
}

const candidatesOf = (ctx: Ctx, people: readonly Person[], isAutomatic: boolean): Candidate[] => {
  const sinceEvent = newId();
  return people.map((person) => ({ person, sinceEvent, eventId: null, enrolledAt: ctx.now, isAutomatic }));
};

/** Returns the first people of a view, by its query (pipeline/lists/saved-view.ts), ordered by id; `isTruncated`: there are more. */
export async function peopleOfView(
  ctx: Ctx,
  query: string,
  limit = maxViewPeople,
): Promise<{ people: Person[]; isTruncated: boolean }> {
  const params = new URLSearchParams(query);
  const search = searchIn(params);
  const filters = readProspectFilters(params, search, outreachLimits().firmZone);
  const people = await ctx.db
    .select(personColumns)
    .from(prospect)
    .where(await matching(ctx, filters))
    .orderBy(asc(prospect.id))
    .limit(limit + 1);
  return { people: people.slice(0, limit), isTruncated: people.length > limit };
}

/** Enrolls all eligible people of a view, at most `maxViewPeople`. Refusals: not_found, not_active. For admins. */
export function enrolView(
  ctx: Ctx,
  { id, query }: { id: string; query: string },
): Promise<Result<{ enrolled: number; blocked: number }, NotAdmin | NotFound | NotActive>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    const version = row.startedAt ? await newestVersion(tx, id) : null;
    if (!version) return refuse("not_active");
    const { people } = await peopleOfView(tx, query);
    const outcomes = await enrolPeople(tx, version, candidatesOf(tx, people, true));
    const enrolled = outcomes.filter(({ why }) => why === null).length;
    const counts = { enrolled, blocked: outcomes.length - enrolled };
    if (enrolled === 0) return unrecorded(counts);
    return recorded({ action: sequencesAudit.peopleEnrolled, subject: id, detail: { people: enrolled } }, counts);
  });
}

export type ViewPreview = {
  people: number;
  /** The view has more people than can be enrolled at once. */
  isTruncated: boolean;
  enrol: number;
  /** Why the others are not enrolled, most frequent first. */
  blocked: { why: EndReason; people: number }[];
  /** The first people, each with the reason or null. */
  sample: { prospectId: string; email: string; name: string | null; why: EndReason | null }[];
};

const maxSample = 200;

/** Previews who of a view would be enrolled, and why the others would not. Refusals: not_found, no_version. For admins. */
export async function previewView(
  ctx: Ctx,
  { id, query }: { id: string; query: string },
): Promise<Result<ViewPreview, NotAdmin | NotFound | Refusal<"no_version">>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const version = await newestVersion(ctx, id);
  if (!version) return refuse("no_version");
  const { people, isTruncated } = await peopleOfView(ctx, query);
  const judged = await judge(ctx, version, candidatesOf(ctx, people, true));
  const reasons = new Map<EndReason, number>();
  for (const { why } of judged) if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  return ok({
    people: judged.length,
    isTruncated,
    enrol: judged.filter(({ why }) => why === null).length,
    blocked: [...reasons].map(([why, count]) => ({ why, people: count })).sort((a, b) => b.people - a.people),
    sample: judged
      .slice(0, maxSample)
      .map(({ person: { id: prospectId, email, name }, why }) => ({ prospectId, email, name, why })),
  });
}

type EnrollmentRow = typeof enrollment.$inferSelect;

/** Pauses sending to this person. Idempotent. Refusals: not_found, has_ended. For admins. */
export const pauseEnrollment = (ctx: Ctx, { enrollmentId }: { enrollmentId: string }) =>
  changeEnrollment(ctx, enrollmentId, sequencesAudit.enrollmentPaused, async (tx, { id, state }) => {
    if (state === "paused") return false;
    await tx.db.update(enrollment).set({ state: "paused", dueAt: null }).where(eq(enrollment.id, id));
    return true;
  });

/** Continues where the person was paused. Idempotent. Refusals: not_found, has_ended. For admins. */
export const resumeEnrollment = (ctx: Ctx, { enrollmentId }: { enrollmentId: string }) =>
  changeEnrollment(ctx, enrollmentId, sequencesAudit.enrollmentResumed, async (tx, row) => {
    if (row.state === "active") return false;
    const [dueAt] = await nextDues(tx, [row]);
    await tx.db.update(enrollment).set({ state: "active", dueAt }).where(eq(enrollment.id, row.id));
    return true;
  });

/** Removes a person from a sequence and cancels unsent mail. Refusals: not_found, has_ended. For admins. */
export const endEnrollment = (ctx: Ctx, { enrollmentId }: { enrollmentId: string }) =>
  changeEnrollment(ctx, enrollmentId, sequencesAudit.enrollmentEnded, async (tx, { id }) => {
    await endEnrollments(tx, [{ id, state: "exited", reason: "by_hand" }]);
    return true;
  });

function changeEnrollment(
  ctx: Ctx,
  enrollmentId: string,
  action: (typeof sequencesAudit)[keyof typeof sequencesAudit],
  work: (tx: Ctx, row: EnrollmentRow) => Promise<boolean>,
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"has_ended">>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const [row] = await tx.db.select().from(enrollment).where(eq(enrollment.id, enrollmentId)).for("update");
    if (!row) return notFound();
    if (row.endedAt) return refuse("has_ended");
    if (!(await work(tx, row))) return unrecorded();
    return recorded({ action, subject: row.sequenceId, detail: { enrollment: enrollmentId } });
  });
}

export type EnrollmentLine = {
  id: string;
  prospectId: string;
  email: string;
  name: string | null;
  state: EnrollmentState;
  reason: EndReason | null;
  version: number;
  /** Number of steps done or skipped, out of `steps`. */
  done: number;
  steps: number;
  /** Mails queued, and how many of them a mail server refused. */
  mails: number;
  refused: number;
  nextAt: Date | null;
  enrolledAt: Date;
  endedAt: Date | null;
};

/** Lists enrollments, newest first, 50 per page; `hasReplied`: only of people who replied. For admins. */
export async function listEnrollments(
  ctx: Ctx,
  query: {
    id: string;
    state?: EnrollmentState | undefined;
    hasReplied?: boolean;
    after?: string | undefined;
    before?: string | undefined;
  },
): Promise<Result<Page<EnrollmentLine>, NotAdmin>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const keys = keysetOf({
    ...{ by: enrollment.enrolledAt, type: "timestamptz", id: enrollment.id, direction: "desc", size: 50 },
    ...{ after: query.after ?? null, before: query.before ?? null },
  });
  const inState: SQL | undefined = query.state ? eq(enrollment.state, query.state) : undefined;
  const replied = ctx.db
    .select({ one: sql`1` })
    .from(enrollmentStep)
    .where(and(eq(enrollmentStep.enrollmentId, enrollment.id), isNotNull(enrollmentStep.repliedAt)));
  const rows = await ctx.db
    .select({
      row: {
        ...pick(enrollment, ["id", "prospectId", "state", "reason", "done", "enrolledAt", "endedAt"]),
        email: prospect.email,
        name: prospect.name,
        version: sequenceVersion.number,
        definition: sequenceVersion.definition,
        ...mailCounts,
        nextAt: enrollment.dueAt,
      },
      cursor: keys.cursor,
    })
    .from(enrollment)
    .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
    .innerJoin(sequenceVersion, eq(sequenceVersion.id, enrollment.versionId))
    .where(
      and(eq(enrollment.sequenceId, query.id), inState, query.hasReplied ? exists(replied) : undefined, keys.where),
    )
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  const page = pageOf(keys, rows);
  return ok({
    ...page,
    rows: page.rows.map(({ definition, ...row }) => ({ ...row, steps: definition.steps.length })),
  });
}
