import { and, asc, count, desc, eq, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { canRead } from "#app/lib/actor.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
} from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { slugOf } from "#app/lib/words/slug.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { sequencesAudit } from "./audit.ts";
import { type Definition, emptyDefinition } from "./definitions/definition.ts";
import { isSame } from "./definitions/version-changes.ts";
import { newestVersion, type SequenceRow, storeVersion } from "./definitions/versions.server.ts";
import { enrollment, sequence, sequenceVersion } from "./tables.server.ts";

/*
 * Email sequences (`sequence`, `sequence_version`, `sequence_enrollment`; event outreach.unsubscribed).
 *
 * Life of a sequence: a draft is edited under a version number -> published as an immutable version -> started. A
 * started sequence enrolls people and sends; stopped, it does neither; paused, it enrolls but sends nothing. People
 * stay in the version they were enrolled in; a later version applies to later enrollments.
 *
 * Life of an enrollment: active (can be paused and resumed by an admin) -> finished (all steps done, or the goal
 * reached) or exited; blocked if the rules refused it. steps/rules.ts decides, steps/worker.server.ts executes, consumer.server.ts
 * follows the events.
 *
 * Invariants: a person gets each step of an enrollment at most once (primary key of `sequence_enrollment_step`, written
 * in the transaction that queues the mail); no step after an exit; one open enrollment per person and goal.
 */

export function createSequence(
  ctx: Ctx,
  { title }: { title: string },
): Promise<Result<{ id: string; name: string }, NotAdmin>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const id = newId();
    const name = await insertNamed(tx, id, title);
    return recorded({ action: sequencesAudit.sequenceCreated, subject: id, detail: { title } }, { id, name });
  });
}

/** Inserts the sequence under a unique name from its title: `Cold leads` → `cold-leads`, `cold-leads-2`. */
async function insertNamed(tx: Ctx, id: string, title: string): Promise<string> {
  const stem = slugOf(title, 40).replace(/^[-0-9]+/, "") || "sequence";
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    const inserted = await tx.db
      .insert(sequence)
      .values({ id, name, title, draft: emptyDefinition, createdAt: tx.now, updatedAt: tx.now })
      // Another admin may take the name at the same moment.
      .onConflictDoNothing({ target: sequence.name })
      .returning({ name: sequence.name });
    if (inserted.length > 0) return name;
  }
}

/** Saves title and draft. Refusals: not_found, stale (`version` is the current one). For admins. */
export function saveDraft(
  ctx: Ctx,
  { id, version, title, definition }: { id: string; version: number; title: string; definition: Definition },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale<{ version: number }>>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    if (row.version !== version) return stale({ version: row.version });
    if (row.title === title && isSame(row.draft, definition)) return unrecorded({ version });
    await tx.db
      .update(sequence)
      .set({ title, draft: definition, version: version + 1, updatedAt: tx.now })
      .where(eq(sequence.id, id));
    const [before, after] = [draftValues(row.title, row.draft), draftValues(title, definition)];
    const removed = Object.fromEntries(Object.keys(before).map((field) => [field, null]));
    const changes = changedValues(before, { ...removed, ...after });
    return recorded({ action: sequencesAudit.draftSaved, subject: id, detail: { changes } }, { version: version + 1 });
  });
}

/** The values of a draft for its audit entry, those of steps by the key of the step. */
const draftValues = (title: string, { steps, ...settings }: Definition): Record<string, unknown> => ({
  title,
  ...settings,
  steps: steps.map(({ key }) => key).join(", "),
  ...Object.fromEntries(
    steps.flatMap(({ key, ...step }) => {
      const { kind, mail, task, ...others } = { mail: {}, task: {}, ...step };
      return Object.entries({ ...mail, ...task, ...others }).map(([field, value]) => [`${key} ${field}`, value]);
    }),
  ),
});

/** Publishes the draft for later enrollments. Refusals: not_found, stale, no_steps, unchanged. For admins. */
export function publishSequence(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<Result<{ number: number }, NotAdmin | NotFound | Stale | Refusal<"no_steps" | "unchanged">>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    if (row.version !== version) return stale({ version: row.version });
    if (row.draft.steps.length === 0) return refuse("no_steps");
    const newest = await newestVersion(tx, id);
    if (newest && isSame(newest.definition, row.draft)) return refuse("unchanged");
    const number = (newest?.number ?? 0) + 1;
    await storeVersion(tx, { sequenceId: id, number, definition: row.draft });
    return recorded({ action: sequencesAudit.versionPublished, subject: id, detail: { number } }, { number });
  });
}

/** Starts enrolling and sending. Idempotent. Refusals: not_found, no_version (nothing published). For admins. */
export function startSequence(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"no_version">>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    if (row.startedAt) return unrecorded();
    if (!(await newestVersion(tx, id))) return refuse("no_version");
    await tx.db.update(sequence).set({ startedAt: tx.now }).where(eq(sequence.id, id));
    return recorded({ action: sequencesAudit.sequenceStarted, subject: id });
  });
}

/** Stops enrolling and sending; enrolled people wait until it is started again. Idempotent. For admins. */
export const stopSequence = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, ({ startedAt }) => startedAt !== null, { startedAt: null }, sequencesAudit.sequenceStopped);

/** Keeps enrolling, but sends nothing until resumed. Idempotent. For admins. */
export const pauseSequence = (ctx: Ctx, { id }: { id: string }) =>
  change(ctx, id, ({ pausedAt }) => pausedAt === null, { pausedAt: ctx.now }, sequencesAudit.sequencePaused);

/** Resumes sending; steps that became due meanwhile follow at the sending rate. Idempotent. For admins. */
export const resumeSequence = (ctx: Ctx, { id }: { id: string }) =>
  change(
    ctx,
    id,
    ({ pausedAt }) => pausedAt !== null,
    { pausedAt: null, isPausedWithAll: false },
    sequencesAudit.sequenceResumed,
  );

function change(
  ctx: Ctx,
  id: string,
  isNeeded: (row: SequenceRow) => boolean,
  set: Partial<Pick<SequenceRow, "startedAt" | "pausedAt" | "isPausedWithAll">>,
  action: (typeof sequencesAudit)[keyof typeof sequencesAudit],
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const row = await lockSequence(tx, id);
    if (!row) return notFound();
    if (!isNeeded(row)) return unrecorded();
    await tx.db.update(sequence).set(set).where(eq(sequence.id, id));
    return recorded({ action, subject: id });
  });
}

export const pauseAll = (ctx: Ctx) =>
  changeAll(
    ctx,
    isNull(sequence.pausedAt),
    { pausedAt: ctx.now, isPausedWithAll: true },
    sequencesAudit.outreachPaused,
  );

/** Resumes the sequences paused by `pauseAll`; those paused individually stay paused. For admins. */
export const resumeAll = (ctx: Ctx) =>
  changeAll(
    ctx,
    eq(sequence.isPausedWithAll, true),
    { pausedAt: null, isPausedWithAll: false },
    sequencesAudit.outreachResumed,
  );

function changeAll(
  ctx: Ctx,
  which: SQL,
  set: Pick<SequenceRow, "pausedAt" | "isPausedWithAll">,
  action: (typeof sequencesAudit)[keyof typeof sequencesAudit],
): Promise<Result<undefined, NotAdmin>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    const changed = await tx.db.update(sequence).set(set).where(which).returning({ id: sequence.id });
    return changed.length === 0 ? unrecorded() : recorded({ action, subject: "all" });
  });
}

export async function lockSequence(tx: Ctx, id: string): Promise<SequenceRow | undefined> {
  const [row] = await tx.db.select().from(sequence).where(eq(sequence.id, id)).for("update");
  return row;
}

export async function findSequenceByName(ctx: Pick<Ctx, "db">, name: string): Promise<string | null> {
  const [row] = await ctx.db.select({ id: sequence.id }).from(sequence).where(eq(sequence.name, name));
  return row?.id ?? null;
}

export type SequenceLine = {
  id: string;
  name: string;
  title: string;
  isActive: boolean;
  isPaused: boolean;
  isPausedWithAll: boolean;
  isBuiltIn: boolean;
  version: number | null;
  enrolled: { active: number; paused: number; finished: number; exited: number; blocked: number };
};

export async function listSequences(ctx: Ctx): Promise<Result<SequenceLine[], NotAdmin>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const rows = await ctx.db.select().from(sequence).orderBy(byLetters(sequence.title), asc(sequence.id));
  const versions = await ctx.db
    .select({ id: sequenceVersion.sequenceId, number: max(sequenceVersion.number) })
    .from(sequenceVersion)
    .groupBy(sequenceVersion.sequenceId);
  const people = peopleOf(ctx);
  const counts = await ctx.db
    .select({ id: people.sequenceId, state: people.state, people: count() })
    .from(people)
    .groupBy(people.sequenceId, people.state);
  const numberOf = new Map(versions.map(({ id, number }) => [id, number]));
  return ok(
    rows.map(({ id, name, title, isBuiltIn, startedAt, pausedAt, isPausedWithAll }) => {
      const enrolled = { active: 0, paused: 0, finished: 0, exited: 0, blocked: 0 };
      for (const row of counts) if (row.id === id) enrolled[row.state] = row.people;
      const version = numberOf.get(id) ?? null;
      return {
        id,
        name,
        title,
        isActive: startedAt !== null,
        isPaused: pausedAt !== null,
        isPausedWithAll,
        isBuiltIn,
        version,
        enrolled,
      };
    }),
  );
}

/** Each person once per sequence: by the open enrollment, otherwise by the newest. A removed person can be enrolled again. */
const peopleOf = ({ db }: Pick<Ctx, "db">, sequenceId?: string) =>
  db
    .selectDistinctOn([enrollment.sequenceId, enrollment.prospectId], {
      ...{ sequenceId: enrollment.sequenceId, versionId: enrollment.versionId, state: enrollment.state },
    })
    .from(enrollment)
    .where(sequenceId === undefined ? undefined : eq(enrollment.sequenceId, sequenceId))
    .orderBy(
      ...[enrollment.sequenceId, enrollment.prospectId, isNotNull(enrollment.endedAt)],
      ...[desc(enrollment.enrolledAt), desc(enrollment.id)],
    )
    .as("people");

export type SequenceDetail = {
  id: string;
  name: string;
  title: string;
  isActive: boolean;
  isPaused: boolean;
  isBuiltIn: boolean;
  draft: Definition;
  version: number;
  isChanged: boolean;
  versions: { id: string; number: number; publishedAt: Date; definition: Definition; enrolled: number; open: number }[];
};

export async function readSequence(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<SequenceDetail, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const [row] = await ctx.db.select().from(sequence).where(eq(sequence.id, id));
  if (!row) return notFound();
  const { id: versionId, number, publishedAt, definition } = sequenceVersion;
  const people = peopleOf(ctx, id);
  const versions = await ctx.db
    .select({
      ...{ id: versionId, number, publishedAt, definition },
      enrolled: sql<number>`(select count(*)::int from ${people} where ${people.versionId} = "sequence_version"."id" and ${people.state} <> 'blocked')`,
      open: sql<number>`(select count(*)::int from ${enrollment} e where e.version_id = "sequence_version"."id" and e.state in ('active', 'paused'))`,
    })
    .from(sequenceVersion)
    .where(and(eq(sequenceVersion.sequenceId, id)))
    .orderBy(sql`${number} desc`);
  const { name, title, isBuiltIn, startedAt, pausedAt, draft, version } = row;
  const isChanged = !versions[0] || !isSame(versions[0].definition, draft);
  const state = { isActive: startedAt !== null, isPaused: pausedAt !== null };
  return ok({ ...{ id, name, title, isBuiltIn, draft, version, isChanged, versions }, ...state });
}
