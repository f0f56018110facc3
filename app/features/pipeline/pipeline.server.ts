/*
 * The pipeline: the people who may become clients (`prospect`, with their addresses, notes, tasks, tags and saved views).
 *
 * Life of a prospect: created by the first event of an address, by an admin or by an import; its stage and score follow from its events
 * (projection/projection.ts) until an admin sets the stage; merged into another or removed. prospect-fields.ts is the table of fields that
 * people fill in. Events: prospect.created, prospect.stage_changed.
 *
 * Begin here and with prospects/ (reading and the commands of admins). import/, merging/, removing/, lists/ (saved views, many at once),
 * notes/ and tasks/ are what admins do with them.
 *
 * Here: keeps the pipeline's rows consistent with the event log (projection.ts). Every change goes through `refreshProspect`: it locks the
 * prospect, reads the person's events from the log and writes the columns that follow from them. Because it reads the log and not the
 * event that caused it, late, repeated and concurrent deliveries give the same rows.
 */
import { and, eq, notInArray } from "drizzle-orm";
import { findDefinition, type LoggedEvent } from "#app/features/events/consumers.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { listEventsOf } from "#app/features/events/log.server.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { createdFields, prospectCreated, prospectStageChanged } from "./events.ts";
import { factOf, followedEvents } from "./projection/facts.server.ts";
import { type Projection, project, type Signal } from "./projection/projection.ts";
import { scoreOf } from "./projection/score.server.ts";
import { type ContactField, contactFields, noContact } from "./prospect-fields.ts";
import { nameFields, namesOf } from "./prospects/prospect-names.ts";
import { lastRemovedEvents } from "./removing/removals.server.ts";
import { prospect, prospectAddress, prospectStageChange, type StoredSignal } from "./tables.server.ts";

export type ProspectRow = typeof prospect.$inferSelect;

/** Returns the prospect with this address, creating it if needed. Call inside a transaction; concurrent calls wait. */
export async function ensureProspect(
  tx: Ctx,
  email: string,
  { announce }: { announce: boolean },
): Promise<{ id: string; isNew: boolean }> {
  const found = await findByAddress(tx, email);
  if (found) return { id: found, isNew: false };
  await takeTurn(tx, "prospect", email);
  const meanwhile = await findByAddress(tx, email);
  if (meanwhile) return { id: meanwhile, isNew: false };
  const id = newId();
  await tx.db
    .insert(prospect)
    .values({ id, email, domain: companyDomainOf(email), stageSince: tx.now, scoredAt: tx.now, createdAt: tx.now });
  await tx.db.insert(prospectAddress).values({ email, prospectId: id });
  if (announce)
    await publish(tx, prospectCreated, { prospectId: id, email, source: "event", ...pick(noContact, createdFields) });
  return { id, isNew: true };
}

export async function findByAddress(ctx: Pick<Ctx, "db">, email: string): Promise<string | undefined> {
  const [row] = await ctx.db
    .select({ id: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(eq(prospectAddress.email, email.toLowerCase()));
  return row?.id;
}

/**
 * Updates a prospect from the log. `announce`: publish `prospect.stage_changed` if an event changed the stage; off during a replay,
 * because the change was published before. `isNew`: created in this transaction, so there cannot be an open form; otherwise a changed
 * contact field increases the version. Call inside a transaction.
 */
export async function refreshProspect(
  tx: Ctx,
  id: string,
  { announce, isNew = false }: { announce: boolean; isNew?: boolean },
): Promise<void> {
  const [row] = await tx.db.select().from(prospect).where(eq(prospect.id, id)).for("update");
  if (!row || row.mergedInto) return;
  const projection = await readProjection(tx, await addressesOf(tx, id));
  if (!projection) return;
  const columns = columnsOf(row, projection, tx.now);
  const isChanged = !isNew && contactFields.some((field) => columns[field] !== row[field]);
  await tx.db
    .update(prospect)
    .set({ ...columns, version: isChanged ? row.version + 1 : row.version })
    .where(eq(prospect.id, id));
  await writeChanges(tx, id, projection);
  if (announce && columns.stage !== row.stage && projection.changes.at(-1)?.by === null)
    await publish(tx, prospectStageChanged, {
      prospectId: id,
      email: row.email,
      from: row.stage,
      to: columns.stage,
      by: "event",
      reason: null,
    });
}

const readProjection = async (ctx: Ctx, addresses: readonly string[]): Promise<Projection | null> =>
  project((await readEvents(ctx, addresses)).flatMap((event) => factOf(event) ?? []));

/** Returns the columns that `refreshProspect` would write for these addresses. Changes nothing. */
export async function readColumns(ctx: Ctx, row: ProspectRow, addresses: readonly string[]) {
  const projection = await readProjection(ctx, addresses);
  return projection ? columnsOf(row, projection, ctx.now) : {};
}

const followedNames = followedEvents.map(({ name }) => name);

async function readEvents(tx: Ctx, addresses: readonly string[]): Promise<LoggedEvent[]> {
  const known = followedNames.filter((name) => findDefinition(name));
  const [events, removed] = [
    await listEventsOf(tx, { emails: addresses, names: known }),
    await lastRemovedEvents(tx, addresses),
  ];
  return events.filter(({ id, email }) => !(email && (removed.get(email.toLowerCase()) ?? "") >= id));
}

export async function addressesOf(ctx: Pick<Ctx, "db">, prospectId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ email: prospectAddress.email })
    .from(prospectAddress)
    .where(eq(prospectAddress.prospectId, prospectId))
    .orderBy(prospectAddress.email);
  return rows.map(({ email }) => email);
}

type Projected = Pick<ProspectRow, "email" | "editedFields" | ContactField>;

/** Returns the columns that follow from the log; fields that an admin edited keep their value. */
export function columnsOf(row: Projected, projection: Projection, now: Date) {
  // A row from before first and last names lists only an edited full name.
  const edited = new Set<string>(row.editedFields.flatMap((field) => (field === "name" ? nameFields : field)));
  const own = { ...row, ...namesOf(row) };
  const followed = { ...projection.contact, valueCents: projection.valueCents };
  const contactColumns = Object.fromEntries(
    contactFields.map((field) => [field, edited.has(field) ? own[field] : (followed[field] ?? null)]),
  ) as Pick<ProspectRow, ContactField>;
  return {
    ...contactColumns,
    unconfirmedFields: projection.unconfirmed.filter((field) => !edited.has(field)),
    domain: companyDomainOf(row.email),
    ...pick(projection, ["userId", "source", "stage", "stageSince", "lostReason", "lostNote", "paidCents"]),
    lastActivityAt: projection.lastActivityAt,
    createdAt: projection.firstAt,
    signals: storedSignals(projection.signals),
    score: scoreRow({ ...contactColumns, email: row.email, signals: projection.signals }, now),
    scoredAt: now,
  };
}

type Scored = Pick<ProspectRow, "email" | "role" | "employees" | "valueCents"> & { signals: Record<string, Signal> };

export const scoreRow = (row: Scored, now: Date): number => scoreDetails(row, now).total;

export const scoreDetails = ({ email, role, employees, valueCents, signals }: Scored, now: Date) =>
  scoreOf(
    { email, valueCents, signals, contact: { ...(role && { role }), ...(employees !== null && { employees }) } },
    now,
  );

const storedSignals = (signals: Readonly<Record<string, Signal>>): Record<string, StoredSignal> =>
  Object.fromEntries(
    Object.entries(signals).map(([name, { lastAt, ...rest }]) => [name, { ...rest, lastAt: lastAt.toISOString() }]),
  );

export const readSignals = (signals: Readonly<Record<string, StoredSignal>>): Record<string, Signal> =>
  Object.fromEntries(
    Object.entries(signals).map(([name, { lastAt, ...rest }]) => [name, { ...rest, lastAt: new Date(lastAt) }]),
  );

async function writeChanges(tx: Ctx, prospectId: string, { changes }: Projection): Promise<void> {
  await tx.db.delete(prospectStageChange).where(
    and(
      eq(prospectStageChange.prospectId, prospectId),
      notInArray(
        prospectStageChange.eventId,
        changes.map(({ eventId }) => eventId),
      ),
    ),
  );
  for (const change of changes) {
    const { eventId: _, ...columns } = change;
    await tx.db
      .insert(prospectStageChange)
      .values({ prospectId, ...change })
      .onConflictDoUpdate({
        target: [prospectStageChange.prospectId, prospectStageChange.eventId],
        set: columns,
      });
  }
}
