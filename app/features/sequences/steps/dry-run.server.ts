import { and, eq, sql } from "drizzle-orm";
import { findByAddress } from "#app/features/pipeline/pipeline.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, notAdmin, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { endReasons } from "../definitions/definition.ts";
import { doneIn } from "../definitions/version-changes.ts";
import { newestVersion, readVersions, type Version } from "../definitions/versions.server.ts";
import { judge } from "../enrollments/enrolling.server.ts";
import { peopleOfView } from "../enrollments/enrollments.server.ts";
import { outreachLimits } from "../settings.server.ts";
import { enrollment, sequence } from "../tables.server.ts";
import { type DryRunEntry, simulate } from "./dry-run.ts";
import { loadFacts, type Person, personColumns, variablesOf } from "./facts.server.ts";

export const maxDryRunDays = 90;
const maxDryRunPeople = 500;

type NoVersion = Refusal<"no_version">;
export const dryRunKinds = ["draft", "published"] as const;
export type DryRunOf = (typeof dryRunKinds)[number];

async function versionToRun(ctx: Pick<Ctx, "db">, id: string, of: DryRunOf): Promise<Version | null> {
  if (of === "published") return newestVersion(ctx, id);
  const [row] = await ctx.db.select({ definition: sequence.draft }).from(sequence).where(eq(sequence.id, id));
  return row ? { id: newId(), sequenceId: id, number: 0, definition: row.definition, stepIds: [] } : null;
}

/**
 * Simulates the sequence for this address for the next `days`, assuming nothing else happens: from the person's current
 * step, or as if enrolled now. `of`: the saved draft, in which enrolled people continue as if they were moved to it, or the newest version.
 * Refusal: no_version (no such sequence, or nothing published). For admins.
 */
export async function dryRun(
  ctx: Ctx,
  { id, email, days, of = "published" }: { id: string; email: string; days: number; of?: DryRunOf },
): Promise<Result<DryRunEntry[], NotAdmin | NoVersion>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const version = await versionToRun(ctx, id, of);
  if (!version) return refuse("no_version");
  const prospectId = await findByAddress(ctx, email);
  const [known] = prospectId
    ? await ctx.db.select(personColumns).from(prospect).where(eq(prospect.id, prospectId))
    : [];
  const runs = await simulateAll(ctx, version, [known ?? stranger(email)], { days, of, isAutomatic: false });
  return ok(runs[0]!);
}

export type ViewDryRun = {
  /** Only days with entries; `day` is in the firm's time zone, ISO. */
  days: { day: string; entries: (DryRunEntry & { email: string; name: string | null })[] }[];
  people: number;
  /** The view has more people than were simulated. */
  isTruncated: boolean;
};

/** Simulates the sequence for everyone of a pipeline view, day by day. Refusal: no_version. For admins. */
export async function dryRunView(
  ctx: Ctx,
  { id, query, days, of = "published" }: { id: string; query: string; days: number; of?: DryRunOf },
): Promise<Result<ViewDryRun, NotAdmin | NoVersion>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const version = await versionToRun(ctx, id, of);
  if (!version) return refuse("no_version");
  const { people, isTruncated } = await peopleOfView(ctx, query, maxDryRunPeople);
  const runs = await simulateAll(ctx, version, people, { days, of, isAutomatic: true });
  const entries = people
    .flatMap(({ email, name }, at) => runs[at]!.map((entry) => ({ ...entry, email, name })))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  const { firmZone } = outreachLimits();
  const byDay = Map.groupBy(entries, ({ at }) => wallClock(at, firmZone).date);
  return ok({
    days: [...byDay].map(([day, ofDay]) => ({ day, entries: ofDay })),
    people: people.length,
    isTruncated,
  });
}

async function simulateAll(
  ctx: Ctx,
  newest: Version,
  people: readonly Person[],
  { days, of, isAutomatic }: { days: number; of: DryRunOf; isAutomatic: boolean },
): Promise<DryRunEntry[][]> {
  if (people.length === 0) return [];
  const open = await ctx.db
    .select()
    .from(enrollment)
    .where(
      and(
        eq(enrollment.sequenceId, newest.sequenceId),
        sql`${enrollment.state} in ('active', 'paused')`,
        sql`${enrollment.prospectId} in (${sql.join(
          people.map(({ id }) => sql`${id}::uuid`),
          sql`, `,
        )})`,
      ),
    );
  const openOf = new Map(open.map((row) => [row.prospectId, row]));
  const versions = await readVersions(ctx, [newest.id, ...open.map(({ versionId }) => versionId)]);
  const fresh = { sinceEvent: newId(), eventId: null, enrolledAt: ctx.now, isAutomatic };
  const judged = await judge(
    ctx,
    newest,
    people.map((person) => ({ person, ...fresh })),
  );
  const facts = await loadFacts(
    ctx,
    people.map((person) => {
      const row = openOf.get(person.id);
      return {
        person,
        sinceEvent: row?.sinceEvent ?? fresh.sinceEvent,
        goal: row?.goal ?? newest.definition.goal,
        isAutomatic: row?.isAutomatic ?? isAutomatic,
      };
    }),
  );
  const period = { from: ctx.now, until: new Date(ctx.now.getTime() + days * dayMs) };
  return people.map((person, at) => {
    const row = openOf.get(person.id);
    const { why } = judged[at]!;
    if (!row && why) return [{ at: ctx.now, step: null, kind: "end", skipped: endReasons[why], reason: why }];
    if (row?.state === "paused") return [{ at: ctx.now, step: null, kind: "end", skipped: "Paused by an admin" }];
    const own = row ? versions.get(row.versionId)!.definition : newest.definition;
    const definition = of === "draft" ? newest.definition : own;
    const place = row
      ? { ...row, done: doneIn(own, row.done, definition) }
      : { enrolledAt: ctx.now, done: 0, lastStepAt: null };
    const options = { limits: outreachLimits(), variables: variablesOf(person) };
    return simulate(definition, place, facts[at]!, period, options);
  });
}

/** A person for an address that is not in the pipeline. */
const stranger = (email: string): Person => ({
  ...{ id: newId(), email: email.toLowerCase(), userId: null, name: null, company: null, role: null, industry: null },
  ...{ employees: null, source: "manual", stage: "lead", score: 0, tags: [], ownerId: null, mergedInto: null },
  ...{ firstName: null, lastName: null, editedFields: [], unconfirmedFields: [] },
});
