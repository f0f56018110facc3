import { inArray } from "drizzle-orm";
import { accessGranted } from "#app/features/access/events.ts";
import { listAccessStates } from "#app/features/access/grants/access-states.server.ts";
import { accountEmailChanged, accountSignedIn, accountVerified } from "#app/features/accounts/events.ts";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { listBookedZones } from "#app/features/booking/agenda/booked-zones.server.ts";
import { lastEventsOf } from "#app/features/events/log.server.ts";
import { listListMailTimes } from "#app/features/mail/messages/sent-to.server.ts";
import { listSuppressions } from "#app/features/mail/refusals/suppression.server.ts";
import { activityEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { namesOf } from "#app/features/pipeline/prospects/prospect-names.ts";
import { prospect, prospectAddress } from "#app/features/pipeline/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { VariableValues } from "#app/lib/formats/mail-variables.ts";
import { greetingName } from "#app/lib/people/person-name.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { oneLine } from "#app/lib/text.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { countryOfZone } from "#app/platform/dates/public-holidays.server.ts";
import { type Goal, goals, type OptionalExit } from "../definitions/definition.ts";
import { outreachLimits } from "../settings.server.ts";
import type { Facts } from "./rules.ts";

/*
 * Loads the facts that the rules need, for many people with a few statements. Every action of a person publishes an
 * event in its own transaction, so exits are checked against the event log: unlike the consumers, it is never late.
 */

/** The columns of a prospect that sequences use. */
export const personColumns = {
  id: prospect.id,
  email: prospect.email,
  userId: prospect.userId,
  name: prospect.name,
  firstName: prospect.firstName,
  lastName: prospect.lastName,
  editedFields: prospect.editedFields,
  company: prospect.company,
  role: prospect.role,
  industry: prospect.industry,
  employees: prospect.employees,
  source: prospect.source,
  stage: prospect.stage,
  score: prospect.score,
  tags: prospect.tags,
  ownerId: prospect.ownerId,
  mergedInto: prospect.mergedInto,
  unconfirmedFields: prospect.unconfirmedFields,
};
export type Person = {
  [Column in keyof typeof personColumns]: (typeof prospect.$inferSelect)[Column];
};

/** A person with loaded facts. Only events after `sinceEvent` end an enrollment; see `isAutomatic` of an enrollment. */
export type Subject = { person: Person; sinceEvent: string; goal: Goal; isAutomatic: boolean };

const mailEvents = { replied: "mail.replied", clicked: "mail.clicked" } as const;
const exitEvents: Record<Exclude<OptionalExit, "activity">, string> = {
  booking: "booking.made",
  reply: mailEvents.replied,
  purchase: "payment.received",
};
const leftNewsletter = "newsletter.unsubscribed";

/** Events that only the owner of the mailbox can have caused. */
const provingEvents = [accountVerified, accountSignedIn, accountEmailChanged, accessGranted, analysisCreated].map(
  ({ name }): string => name,
);

/** Names of the events that `loadFacts` reads. */
const readEvents = [
  ...new Set([
    ...activityEvents,
    ...Object.values(mailEvents),
    ...Object.values(exitEvents),
    ...Object.values(goals).flatMap(({ event: name }) => name ?? []),
    leftNewsletter,
    ...provingEvents,
  ]),
];
/** Events after which a person's exit rules are checked again. */
export const exitNames: readonly string[] = [
  ...readEvents,
  "mail.bounced",
  "mail.complained",
  "outreach.unsubscribed",
  "prospect.stage_changed",
];

const stopOf = {
  unsubscribed: "unsubscribed",
  "hard-bounce": "bounced",
  "soft-bounces": "refused",
  rejected: "rejected",
  complaint: "complaint",
  admin: "suppressed",
} as const satisfies Record<string, Facts["stop"]>;

const weekMs = 7 * dayMs;

/** Returns the facts about each subject, in the same order. All addresses of a person count. */
export async function loadFacts(ctx: Pick<Ctx, "db" | "now">, subjects: readonly Subject[]): Promise<Facts[]> {
  if (subjects.length === 0) return [];
  const ids = [...new Set(subjects.map(({ person }) => person.id))];
  const addressRows = await ctx.db
    .select({ email: prospectAddress.email, prospectId: prospectAddress.prospectId })
    .from(prospectAddress)
    .where(inArray(prospectAddress.prospectId, ids));
  const personOf = new Map(addressRows.map(({ email, prospectId }) => [email, prospectId]));
  for (const { person } of subjects) personOf.set(person.email.toLowerCase(), person.id);
  const addresses = [...personOf.keys()];

  const happened = await lastEventsOf(ctx, { emails: addresses, names: readEvents });
  const stops = await listSuppressions(ctx, addresses, "outreach");
  const zones = await listBookedZones(ctx, addresses);
  const since = new Date(ctx.now.getTime() - weekMs);
  const mails = await listListMailTimes(ctx, { addresses, since });
  const access = await listAccessStates(ctx, addresses);

  const lastEvents = collect(happened, ({ email }) => personOf.get(email));
  const stopsOf = collect(stops, ({ address }) => personOf.get(address));
  const zonesOf = collect(zones, ({ email }) => personOf.get(email));
  const mailsOf = collect(mails, ({ to }) => personOf.get(to));
  const accessOf = collect(access, ({ email }) => personOf.get(email));
  return subjects.map(({ person, sinceEvent, goal, isAutomatic }) => {
    const events = lastEvents.get(person.id) ?? [];
    const ever = new Set(events.map(({ name }) => name));
    const later = new Set(events.filter(({ last }) => last > sinceEvent).map(({ name }) => name));
    const stop = (stopsOf.get(person.id) ?? [])[0];
    const states = accessOf.get(person.id) ?? [];
    const zone = zonesOf.get(person.id)?.[0]?.timezone;
    return {
      zone: zone ?? outreachLimits().firmZone,
      country: zone ? countryOfZone(zone) : null,
      stage: person.stage,
      stop: person.mergedInto
        ? "merged"
        : stop
          ? stopOf[stop.reason]
          : later.has(leftNewsletter)
            ? "unsubscribed"
            : keptOut(states, isAutomatic)
              ? "kept_out"
              : !isAutomatic || isProven(person, events)
                ? null
                : "unproven",
      since: sinceOf(later, goal),
      mailedAt: (mailsOf.get(person.id) ?? []).map(({ at }) => at),
      values: {
        ...pick(person, ["stage", "score", "employees", "industry", "role", "company", "source"]),
        tag: person.tags,
        has_account: person.userId !== null,
        has_access: ever.has("access.granted"),
        has_valid_code: states.some(({ email, hasValidCode }) => hasValidCode && email === person.email.toLowerCase()),
        has_analysis: ever.has("analysis.created"),
        has_booked: ever.has("booking.made"),
        has_paid: ever.has("payment.received"),
        has_clicked: ever.has(mailEvents.clicked),
      },
    };
  });
}

/** Whether the owner of the address acted on our mail to it, or an admin added it. Other forms accept any address. */
const isProven = ({ email, source }: Person, events: readonly { email: string; name: string }[]): boolean =>
  source === "manual" ||
  source === "import" ||
  events.some(({ email: of, name }) => of === email.toLowerCase() && provingEvents.includes(name));

/** A block always applies; after a declined request an admin can still enroll the person by hand. */
const keptOut = (states: readonly { isBlocked: boolean; isDeclined: boolean }[], isAutomatic: boolean): boolean =>
  states.some(({ isBlocked, isDeclined }) => isBlocked || (isDeclined && isAutomatic));

function sinceOf(later: ReadonlySet<string>, goal: Goal): Facts["since"] {
  const found = new Set<OptionalExit | "goal">();
  const isActive = activityEvents.some((name) => later.has(name));
  for (const [exit, name] of Object.entries(exitEvents)) if (later.has(name)) found.add(exit as OptionalExit);
  if (isActive) found.add("activity");
  const wanted = goals[goal].event;
  if (wanted ? later.has(wanted) : isActive) found.add("goal");
  return found;
}

function collect<Row>(rows: readonly Row[], keyOf: (row: Row) => string | undefined): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key) found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

/** Returns the values of a mail's variables for this person, without data that someone else may have entered about them. */
export function variablesOf(person: Person): VariableValues {
  const unconfirmed = new Set<string>(person.unconfirmedFields);
  const known = (field: "name" | "company" | "role" | "industry") =>
    unconfirmed.has(field) ? undefined : oneLine(person[field] ?? "");
  const [name, company, role, industry] = [known("name"), known("company"), known("role"), known("industry")];
  const firstName = name ? greetingName(namesOf(person).firstName) : null;
  const values = { first_name: oneLine(firstName ?? ""), name, company, role, industry };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as VariableValues;
}
