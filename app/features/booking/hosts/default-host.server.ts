import { and, eq, ne, notExists } from "drizzle-orm";
import { firmName } from "#app/lib/firm.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { env } from "#app/platform/env.server.ts";
import { blueprintUnlockCall, strategySession } from "../booking.ts";
import { availability, eventType, host, hosting } from "../tables.server.ts";

const weekdays = [1, 2, 3, 4, 5];
const nine = 9 * 60;
const five = 17 * 60;

const eventTypes = [
  {
    slug: strategySession,
    title: "Strategy session",
    description:
      "A free call about your numbers: what the analysis found, which automation to build first, and in what order the rest follows.",
    durationMinutes: 45,
  },
  {
    slug: blueprintUnlockCall,
    title: "Blueprint unlock call",
    description:
      "A free call in which an architect walks through your analysis with you. It unlocks your full implementation blueprint.",
    durationMinutes: 30,
  },
];

/** Rules of both event types: a buffer of 15 minutes, four hours' notice, two months ahead, starts on the hour and half hour. */
const rules = { bufferAfterMinutes: 15, minimumNoticeMinutes: 240, horizonDays: 60, slotStepMinutes: 30 };

/**
 * The scheduler's first start (spec: first-calendar): one host at CONTACT_EMAIL, Monday to Friday 09:00 to 17:00 in COMPANY_TIMEZONE,
 * US federal holidays off, both event types. Every process calls it at start; existing records are not changed, except that an unedited
 * host follows the settings, so that a corrected address takes effect.
 */
export async function ensureDefaultHost(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await takeTurn(tx, "default-host", "");
    const hostId = (await followSettings(tx)) ?? (await anyHost(tx)) ?? (await makeHost(tx));
    for (const kind of eventTypes)
      await tx.db
        .insert(eventType)
        .values({ ...kind, ...rules, createdAt: tx.now })
        .onConflictDoNothing({ target: eventType.slug });
    await assignOrphans(tx, hostId);
  });
}

/** Gives event types without hosts to this host; an admin can also remove the last host (event-types.server.ts). */
async function assignOrphans(tx: Ctx, hostId: string): Promise<void> {
  const takers = tx.db.select().from(hosting).where(eq(hosting.eventTypeId, eventType.id));
  const orphans = await tx.db.select({ id: eventType.id }).from(eventType).where(notExists(takers));
  if (orphans.length > 0)
    await tx.db
      .insert(hosting)
      .values(orphans.map(({ id }) => ({ eventTypeId: id, hostId })))
      .onConflictDoNothing();
}

const settings = () => ({
  name: firmName(),
  email: env().CONTACT_EMAIL.toLowerCase(),
  timezone: env().COMPANY_TIMEZONE,
});

async function followSettings(tx: Ctx): Promise<string | undefined> {
  const [followed] = await tx.db.select({ id: host.id }).from(host).where(eq(host.followsSettings, true));
  if (!followed) return undefined;
  const [namesake] = await tx.db
    .select({ id: host.id })
    .from(host)
    .where(and(eq(host.email, settings().email), ne(host.id, followed.id)));
  if (!namesake) await tx.db.update(host).set(settings()).where(eq(host.id, followed.id));
  return followed.id;
}

async function anyHost(tx: Ctx): Promise<string | undefined> {
  const [first] = await tx.db.select({ id: host.id }).from(host).orderBy(host.createdAt, host.id).limit(1);
  return first?.id;
}

async function makeHost(tx: Ctx): Promise<string> {
  const [made] = await tx.db
    .insert(host)
    .values({ ...settings(), followsSettings: true, createdAt: tx.now })
    .returning({ id: host.id });
  if (!made) throw new Error("The inserted host was not found");
  await tx.db
    .insert(availability)
    .values(weekdays.map((weekday) => ({ hostId: made.id, weekday, startMinute: nine, endMinute: five })));
  return made.id;
}
