/*
 * The timeline of a prospect, newest first: the person's events, mails to them, notes, tasks and changes of stage. Nothing is copied:
 * it reads the event log and the outbox by the prospect's addresses and the pipeline's own tables, and merges them by time.
 */
import { and, desc, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { listEventsBefore } from "#app/features/events/log.server.ts";
import { mailHref, replyAnchor, stateLabels } from "#app/features/mail/messages/mail-states.ts";
import { listMailTo, storedMails } from "#app/features/mail/messages/sent-to.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { plainText } from "#app/lib/formats/markdown.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { lostText, stageLabel } from "../prospects/stages.ts";
import { prospectNote, prospectStageChange, prospectTask } from "../tables.server.ts";
import { type TimelineKind, timelineKindOf } from "./timeline-kinds.ts";

export type TimelineItem = {
  id: string;
  at: Date;
  kind: TimelineKind;
  /** Name of the event, `mail`, `stage`, `note`, `task.created` or `task.done`. */
  type: string;
  text: string;
  /** Of an event of a mail that is still stored: the path of its page, at the reply if it is one. */
  href?: string;
  /** The address of an event or a mail, the prospect's id of everything else. */
  about: string;
};

export type TimelineQuery = { kind: TimelineKind | null; before: string | null };

type Subjects = { ids: readonly string[]; addresses: readonly string[] };

/** The last item of a page. A stage change has the id of the event that caused it and is sorted before it. */
type Cursor = { at: Date; id: string; isStage: boolean };

const pageSize = 30;

/**
 * Returns one page of the timeline of a prospect with these addresses. `before`: a cursor from the previous page, ignored if invalid.
 * `kind`: only items of this kind. For admins (aal2). Refusal: not_admin.
 */
export async function readTimeline(
  ctx: Ctx,
  { id, addresses }: { id: string; addresses: readonly string[] },
  query: TimelineQuery,
): Promise<Result<{ items: TimelineItem[]; next: string | null }, NotAdmin>> {
  if (!canRead(ctx.actor, "pipeline")) return notAdmin();
  return ok(await readTimelineOf(ctx, { ids: [id], addresses }, query));
}

export async function readTimelineOf(
  ctx: Ctx,
  { ids, addresses }: Subjects,
  { kind, before }: TimelineQuery,
): Promise<{ items: TimelineItem[]; next: string | null }> {
  const cursor = readCursor(before);
  const limit = pageSize + 1;
  const [events, mails, stages, notes, tasks] = await Promise.all([
    kind === "notes" || kind === "tasks" || kind === "stages"
      ? []
      : readEvents(ctx, addresses, { kind, cursor, limit }),
    kind === null || kind === "mail" ? readMails(ctx, addresses, cursor, limit) : [],
    kind === null || kind === "stages" ? readStages(ctx, ids, cursor, limit) : [],
    kind === null || kind === "notes" ? readNotes(ctx, ids, cursor, limit) : [],
    kind === null || kind === "tasks" ? readTasks(ctx, ids, cursor, limit) : [],
  ]);
  const merged = [...events, ...mails, ...stages, ...notes, ...tasks].sort(
    (one, other) =>
      other.at.getTime() - one.at.getTime() ||
      (one.id === other.id ? Number(isStage(other)) - Number(isStage(one)) : other.id < one.id ? -1 : 1),
  );
  const items = merged.slice(0, pageSize);
  const last = items.at(-1);
  return { items, next: merged.length > pageSize && last ? writeCursor(last) : null };
}

async function readEvents(
  ctx: Ctx,
  emails: readonly string[],
  { kind, cursor, limit }: { kind: TimelineKind | null; cursor: Cursor | null; limit: number },
): Promise<TimelineItem[]> {
  const events = await listEventsBefore(ctx, {
    emails,
    before: cursor && { ...cursor, isIncluded: cursor.isStage },
    limit,
    // The pipeline's own events duplicate its table of stage changes, which has the time of the cause.
    isWanted: (name) => !name.startsWith("prospect.") && (kind === null || timelineKindOf(name) === kind),
  });
  const mailOf = new Map(events.map(({ id, payload }) => [id, ofMail.safeParse(payload).data]));
  const stored = await storedMails(
    ctx,
    [...mailOf.values()].flatMap((mail) => mail?.messageId ?? []),
  );
  return events.map(({ id, occurredAt, name, sentence, email }) => {
    const mail = mailOf.get(id);
    return {
      id,
      at: occurredAt,
      kind: timelineKindOf(name),
      type: name,
      text: sentence,
      ...(mail && stored.has(mail.messageId)
        ? { href: mailHref(mail.messageId, mail.replyId && replyAnchor(mail.replyId)) }
        : {}),
      about: email ?? "",
    };
  });
}

const ofMail = z.object({ messageId: z.uuid(), replyId: z.uuid().optional() });

async function readMails(
  ctx: Ctx,
  addresses: readonly string[],
  before: Cursor | null,
  limit: number,
): Promise<TimelineItem[]> {
  const mails = await listMailTo(ctx, { addresses, before, limit });
  return mails.map(({ id, createdAt, state, subject, to }) => ({
    ...{ id, at: createdAt, kind: "mail", type: "mail", text: `${stateLabels[state]}: ${subject}`, about: to },
  }));
}

type Read = (ctx: Ctx, ids: readonly string[], cursor: Cursor | null, limit: number) => Promise<TimelineItem[]>;

const readStages: Read = async (ctx, ids, cursor, limit) => {
  const { prospectId, at, eventId, from, to, by, reason, note } = prospectStageChange;
  const rows = await ctx.db
    .select({ prospectId, at, id: eventId, from, to, by, reason, note })
    .from(prospectStageChange)
    .where(and(inArray(prospectId, [...ids]), isBefore(eventId, at, cursor)))
    .orderBy(desc(at), desc(eventId))
    .limit(limit);
  const people = await listPeople(
    ctx,
    rows.flatMap((row) => row.by ?? []),
  );
  const names = new Map(people.map(({ userId, name }) => [userId, name]));
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at, kind: "stages", type: "stage", about: row.prospectId },
    text: stageText(row, row.by && (names.get(row.by) ?? "a former admin")),
  }));
};

type StageRow = Pick<typeof prospectStageChange.$inferSelect, "from" | "to" | "reason" | "note">;

function stageText({ from, to, reason, note }: StageRow, admin: string | null): string {
  if (from === null) return `Entered the pipeline in ${stageLabel(to)}.`;
  const why = reason ? ` Reason: ${lostText(reason, note).replace(/\.$/, "")}.` : "";
  return `Moved from ${stageLabel(from)} to ${stageLabel(to)}${admin ? ` by ${admin}` : ""}.${why}`;
}

const readNotes: Read = async (ctx, ids, cursor, limit) => {
  const rows = await ctx.db
    .select()
    .from(prospectNote)
    .where(and(inArray(prospectNote.prospectId, [...ids]), isBefore(prospectNote.id, prospectNote.createdAt, cursor)))
    .orderBy(desc(prospectNote.createdAt), desc(prospectNote.id))
    .limit(limit);
  return rows.map(({ id, createdAt, body, prospectId }) => ({
    ...{ id, at: createdAt, kind: "notes", type: "note", text: plainText(body), about: prospectId },
  }));
};

const readTasks: Read = async (ctx, ids, cursor, limit) => {
  const at = sql<Date>`coalesce(${prospectTask.doneAt}, ${prospectTask.createdAt})`.mapWith(prospectTask.createdAt);
  const rows = await ctx.db
    .select({
      id: prospectTask.id,
      prospectId: prospectTask.prospectId,
      at,
      title: prospectTask.title,
      isDone: isNotNull(prospectTask.doneAt),
      because: prospectTask.settledBecause,
    })
    .from(prospectTask)
    .where(and(inArray(prospectTask.prospectId, [...ids]), isBefore(prospectTask.id, at, cursor)))
    .orderBy(desc(at), desc(prospectTask.id))
    .limit(limit);
  return rows.map(({ id, prospectId, at: when, title, isDone, because }) => ({
    id,
    at: when,
    kind: "tasks",
    type: isDone ? "task.done" : "task.created",
    text: because ? `Closed (${because}): ${title}` : isDone ? `Done: ${title}` : `To do: ${title}`,
    about: prospectId,
  }));
};

const isBefore = (id: PgColumn, at: PgColumn | SQL, cursor: Cursor | null): SQL | undefined =>
  cursor ? or(sql`${at} < ${cursor.at}`, and(sql`${at} = ${cursor.at}`, lt(id, cursor.id))) : undefined;

const isStage = ({ type }: TimelineItem): boolean => type === "stage";

const writeCursor = (item: TimelineItem): string =>
  Buffer.from(`${item.at.toISOString()} ${item.id}${isStage(item) ? " stage" : ""}`).toString("base64url");

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})( stage)?$/;

function readCursor(cursor: string | null): Cursor | null {
  const [, at, id, stage] = cursorPattern.exec(Buffer.from(cursor ?? "", "base64url").toString()) ?? [];
  return at && id && !Number.isNaN(Date.parse(at)) ? { at: new Date(at), id, isStage: stage !== undefined } : null;
}
