import { and, asc, desc, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { userIdOf } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { addressHash } from "../security-log/address-hash.server.ts";
import { auditEntry } from "../tables.server.ts";
import type { AuditAction } from "./audit-action.ts";
import { type ChangedValue, changedValues } from "./changed-values.ts";

/**
 * An entry to write. `subject` is an id, never an address; `detail` contains no secrets. `saved`: the fields of a draft before and
 * after a save, instead of `detail`. Repeated saves are one entry with their number, the time of the first one, and the changes from
 * before the first to after the last one (decision 0123). `withoutValues`: only the names of the fields, for texts about a client.
 * `byUserId`: who acted, if the action itself proves it before the session is open.
 */
export type AuditRecord = {
  action: AuditAction;
  subject: string;
  detail?: Record<string, unknown>;
  saved?: { before: Record<string, unknown>; after: Record<string, unknown>; withoutValues?: true };
  byUserId?: string;
};

/** A save within this time of the previous one is merged into its entry. */
const repeatMinutes = 15;

/**
 * Writes an audit entry in the transaction of the action: an action that rolls back leaves no entry. Admin commands do
 * not call it, because their guard does (admin-command.server.ts). Entries never change, except for repeat counts and
 * the removal of a deleted person's details.
 */
export async function writeAuditEntry(ctx: Ctx, entry: AuditRecord): Promise<void> {
  const row = {
    at: ctx.now,
    actorKind: entry.byUserId ? "user" : ctx.actor.kind === "system" ? (ctx.actor.from ?? "system") : ctx.actor.kind,
    actorUserId: entry.byUserId ?? userIdOf(ctx.actor),
    act: entry.action,
    subject: entry.subject,
    detail: entry.saved ? savesOf(entry.saved, { saves: 0 }) : (entry.detail ?? {}),
    client: ctx.address ? addressHash(ctx.address) : null,
  };
  if (!entry.saved || !(await repeat(ctx, row, entry.saved))) await ctx.db.insert(auditEntry).values(row);
}

type Saved = NonNullable<AuditRecord["saved"]>;
/** `before`: the complete former values of all fields that the saves changed. `fields`: their names, without values. */
type Saves = {
  saves: number;
  since?: string;
  fields?: string[];
  before?: Record<string, unknown>;
  changes?: Record<string, ChangedValue>;
};

function savesOf({ before, after, withoutValues }: Saved, earlier: Saves): Saves {
  const changed = Object.keys(changedValues(before, after));
  const series = { saves: earlier.saves + 1, ...(earlier.since && { since: earlier.since }) };
  if (withoutValues) return { ...series, fields: [...new Set([...(earlier.fields ?? []), ...changed])] };
  const former = { ...pick(before, changed), ...earlier.before };
  return { ...series, before: former, changes: changedValues(former, pick(after, Object.keys(former))) };
}

/**
 * Counts a repeat in the subject's newest entry if that is the same action by the same actor from the same address
 * within `repeatMinutes`. Any entry in between ends the series, so the log stays in order.
 */
async function repeat(ctx: Ctx, row: typeof auditEntry.$inferInsert, saved: Saved): Promise<boolean> {
  const [newest] = await ctx.db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.subject, row.subject!))
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(1)
    .for("update");
  if (!newest) return false;
  const same = (["act", "actorKind", "actorUserId", "client"] as const).every((name) => newest[name] === row[name]);
  if (!same || ctx.now.getTime() - newest.at.getTime() > repeatMinutes * minuteMs) return false;
  const earlier = { saves: 1, since: newest.at.toISOString(), ...(newest.detail as Partial<Saves>) };
  await ctx.db
    .update(auditEntry)
    .set({ at: ctx.now, detail: savesOf(saved, earlier) })
    .where(eq(auditEntry.id, newest.id));
  return true;
}

/** Removes a deleted person's input from the details of these entries; the entries remain. */
export async function removeAuditDetail(
  ctx: Ctx,
  { actions, subjects, key }: { actions: readonly AuditAction[]; subjects: readonly string[]; key: string },
): Promise<void> {
  await ctx.db
    .update(auditEntry)
    .set({ detail: sql`${auditEntry.detail} - ${key}::text` })
    .where(and(inArray(auditEntry.subject, [...subjects]), inArray(auditEntry.act, [...actions])));
}

/** A deleted record of a person, in the list `deleted` of an entry's details. `addresses`: the main one first. */
export type DeletedPerson = { id: string; name: string | null; company: string | null; addresses: readonly string[] };

/** Returns the subjects of the newest 100 entries that name a deleted person with this id or with this text in the name, company or address. */
export async function findDeletionsOf(
  ctx: Pick<Ctx, "db">,
  { action, search }: { action: AuditAction; search: string },
): Promise<string[]> {
  const known = sql`concat_ws(' ', each->>'id', each->>'name', each->>'company', each->>'addresses')`;
  const rows = await ctx.db
    .select({ subject: auditEntry.subject })
    .from(auditEntry)
    .where(
      and(
        eq(auditEntry.act, action),
        sql`exists (select from ${deletedIn} each where position(${search.toLowerCase()} in lower(${known})) > 0)`,
      ),
    )
    .orderBy(desc(auditEntry.at), desc(auditEntry.id))
    .limit(100);
  return rows.flatMap(({ subject }) => subject ?? []);
}

/** Removes a person from the deleted ones that these entries name; former addresses only from entries up to the move. */
export async function removeDeletedPerson(
  ctx: Ctx,
  { action, address, until }: { action: AuditAction; address: string; until?: Date | null | undefined },
): Promise<void> {
  const person = sql`jsonb_build_object('addresses', jsonb_build_array(${address}::text))`;
  await ctx.db
    .update(auditEntry)
    .set({ detail: withDeleted(sql`select jsonb_agg(each) from ${deletedIn} each where not each @> ${person}`) })
    .where(
      and(
        eq(auditEntry.act, action),
        sql`${auditEntry.detail}->'deleted' @> jsonb_build_array(${person})`,
        until ? lte(auditEntry.at, until) : undefined,
      ),
    );
}

/** Removes names and addresses of deleted people from entries before this time; ids and companies remain. Returns the number of entries. */
export async function expireDeletedPeople(
  ctx: Ctx,
  { action, before }: { action: AuditAction; before: Date },
): Promise<number> {
  const { rowCount } = await ctx.db
    .update(auditEntry)
    .set({ detail: withDeleted(sql`select jsonb_agg(each - 'name' - 'addresses') from ${deletedIn} each`) })
    .where(
      and(
        eq(auditEntry.act, action),
        lt(auditEntry.at, before),
        sql`jsonb_path_exists(${auditEntry.detail}, '$.deleted[*].addresses')`,
      ),
    );
  return rowCount ?? 0;
}

const deletedIn = sql`jsonb_array_elements(${auditEntry.detail}->'deleted')`;
const withDeleted = (people: SQL) =>
  sql`jsonb_set(${auditEntry.detail}, '{deleted}', coalesce((${people}), '[]'::jsonb))`;

export type AuditLine = {
  at: Date;
  act: string;
  subject: string;
  actorUserId: string | null;
  detail: Record<string, unknown>;
};

/** Lists the entries about these subjects, oldest first, at most 200. The caller has checked that an admin asks. */
export async function listAuditLines(ctx: Pick<Ctx, "db">, subjects: readonly string[]): Promise<AuditLine[]> {
  const rows = await ctx.db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.subject, [...subjects]))
    .orderBy(asc(auditEntry.at), asc(auditEntry.id))
    .limit(200);
  return rows as AuditLine[];
}

/** The newest entry of this action about each of the subjects. The caller has checked that an admin asks. */
export async function listNewestAuditLines(
  ctx: Pick<Ctx, "db">,
  { action, subjects }: { action: AuditAction; subjects: readonly string[] },
): Promise<AuditLine[]> {
  const rows = await ctx.db
    .selectDistinctOn([auditEntry.subject])
    .from(auditEntry)
    .where(and(eq(auditEntry.act, action), inArray(auditEntry.subject, [...subjects])))
    .orderBy(auditEntry.subject, desc(auditEntry.at), desc(auditEntry.id));
  return rows as AuditLine[];
}
