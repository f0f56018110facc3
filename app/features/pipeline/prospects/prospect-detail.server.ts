import { asc, desc, eq, isNull, sql } from "drizzle-orm";
import { listPeople, type NamedPerson } from "#app/features/accounts/profile/people.server.ts";
import { storedMails } from "#app/features/mail/messages/sent-to.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { leavesAddresses, openMergesInto } from "../merging/merged-prospects.server.ts";
import { addressesOf, type ProspectRow, readSignals, scoreDetails } from "../pipeline.server.ts";
import type { Score } from "../projection/score.server.ts";
import { prospect, prospectNote, prospectTask } from "../tables.server.ts";
import { namesOf } from "./prospect-names.ts";

export type Note = {
  id: string;
  body: string;
  author: string | null;
  createdAt: Date;
  editedAt: Date | null;
  version: number;
};

export type Task = {
  id: string;
  title: string;
  dueOn: string | null;
  assigneeId: string | null;
  createdAt: Date;
  doneAt: Date | null;
  /** Why the product closed a task that it had added itself. */
  settledBecause: string | null;
  /** The mail that the task is about. */
  mailId: string | null;
  version: number;
};

export type ProspectDetail = {
  prospect: Omit<ProspectRow, "signals" | "mergedInto">;
  addresses: string[];
  owner: NamedPerson | null;
  /** As of `scoredAt`, the last change or nightly run: its total is the stored score, which lists show and sort by. */
  score: Score;
  notes: Note[];
  tasks: Task[];
  /** The last merge into this prospect that can be undone. */
  merge: { id: string; email: string; mergedAt: Date } | null;
  /** Changes with every change of the above. */
  state: string;
};

const maxNotes = 200;
const maxTasks = 200;

/**
 * Returns everything that the pipeline stores about a prospect. Refusals: not_admin, not_found, merged (with the id of the prospect
 * into which it was merged).
 */
export async function readProspect(
  ctx: Ctx,
  id: string,
): Promise<Result<ProspectDetail, NotAdmin | NotFound | Refusal<"merged", { into: string }>>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  if (!isUuid(id)) return notFound();
  const [found] = await ctx.db
    .select({ row: prospect, state: prospectState })
    .from(prospect)
    .where(eq(prospect.id, id));
  if (!found) return notFound();
  const { row, state } = found;
  const { signals, mergedInto, ...columns } = row;
  if (mergedInto) return refuse("merged", { into: mergedInto });
  const [addresses, notes, tasks, merge] = await Promise.all([
    addressesOf(ctx, id),
    ctx.db
      .select()
      .from(prospectNote)
      .where(eq(prospectNote.prospectId, id))
      .orderBy(desc(prospectNote.createdAt), desc(prospectNote.id))
      .limit(maxNotes),
    ctx.db
      .select()
      .from(prospectTask)
      .where(eq(prospectTask.prospectId, id))
      .orderBy(desc(isNull(prospectTask.doneAt)), asc(prospectTask.dueOn), asc(prospectTask.id))
      .limit(maxTasks),
    undoableMerge(ctx, id),
  ]);
  const mails = await storedMails(
    ctx,
    tasks.flatMap(({ originId }) => originId ?? []),
  );
  const people = await listPeople(ctx, [
    ...(row.ownerId ? [row.ownerId] : []),
    ...notes.flatMap(({ authorId }) => authorId ?? []),
  ]);
  const personOf = (userId: string | null) => people.find((person) => person.userId === userId) ?? null;
  return ok({
    prospect: { ...columns, ...namesOf(columns) },
    addresses,
    owner: personOf(row.ownerId),
    score: scoreDetails({ ...row, signals: readSignals(signals) }, row.scoredAt),
    notes: notes.map(({ authorId, prospectId: _, ...note }) => ({ ...note, author: personOf(authorId)?.name ?? null })),
    tasks: tasks.map(({ prospectId: _, origin, originId, ...task }) => ({
      ...task,
      mailId: origin !== "sequence" && originId && mails.has(originId) ? originId : null,
    })),
    merge,
    state,
  });
}

/** Changes whenever the prospect, a note or a task of it changes. */
const prospectState = sql<string>`md5(concat(
  ${prospect}::text,
  (select string_agg(note::text, '' order by note.id) from ${prospectNote} note where note.prospect_id = "prospect"."id"),
  (select string_agg(task::text, '' order by task.id) from ${prospectTask} task where task.prospect_id = "prospect"."id")))`;

/**
 * Returns only the `state` of `readProspect`, for pages that poll for changes, and the prospect into which it was merged. Refusals:
 * not_admin, not_found.
 */
export async function readProspectState(
  ctx: Ctx,
  { prospectId }: { prospectId: string },
): Promise<Result<{ state: string; mergedInto: string | null }, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  const [found] = await ctx.db
    .select({ state: prospectState, mergedInto: prospect.mergedInto })
    .from(prospect)
    .where(eq(prospect.id, prospectId));
  return found ? ok(found) : notFound();
}

export async function findProspect(
  ctx: Ctx,
  id: string,
): Promise<
  Result<
    Pick<ProspectRow, "id" | "email" | "name" | "company" | "domain">,
    NotAdmin | NotFound | Refusal<"merged", { into: string }>
  >
> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  if (!isUuid(id)) return notFound();
  const { email, name, company, domain, mergedInto } = prospect;
  const [row] = await ctx.db
    .select({ id: prospect.id, email, name, company, domain, mergedInto })
    .from(prospect)
    .where(eq(prospect.id, id));
  if (!row) return notFound();
  const { mergedInto: into, ...found } = row;
  return into ? refuse("merged", { into }) : ok(found);
}

/** Returns the last merge into a prospect, unless `undoMerge` would refuse it. */
async function undoableMerge(ctx: Ctx, keptId: string): Promise<ProspectDetail["merge"]> {
  const [merge] = await openMergesInto(ctx, keptId);
  if (!merge || !leavesAddresses(merge, await addressesOf(ctx, keptId))) return null;
  const [merged] = await ctx.db.select({ email: prospect.email }).from(prospect).where(eq(prospect.id, merge.mergedId));
  return merged ? { id: merge.id, email: merged.email, mergedAt: merge.mergedAt } : null;
}
