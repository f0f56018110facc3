import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { Temporal } from "temporal-polyfill";
import { unsentMail } from "#app/features/mail/sent-to.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { toCsv } from "#app/lib/csv.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/keyset.server.ts";
import { addFigures, type Figures, figureLabels, figureNames, noFigures, type PeopleFigure } from "./figures.ts";
import { outreachLimits } from "./settings.server.ts";
import { enrolment, enrolmentStep, sequence, sequenceBooking, sequenceStep, sequenceVersion } from "./tables.server.ts";

/** Days of the firm, both included (ISO). */
export type FigureQuery = { from: string; to: string; sequenceId?: string | undefined };

/** Figures with those of the period of the same length before. */
export type Compared = { now: Figures; before: Figures };
export type StepFigures = { stepId: string; key: string; position: number } & Compared;
export type VersionFigures = { versionId: string; number: number; steps: StepFigures[] } & Compared;
export type SequenceFigures = { id: string; name: string; title: string; versions: VersionFigures[] } & Compared;
export type OutreachFigures = {
  before: { from: string; to: string };
  total: Compared;
  sequences: SequenceFigures[];
};

type Span = { from: Date; until: Date };

function spanOf(from: string, to: string): Span {
  const zone = outreachLimits().firmZone;
  const start = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return { from: start(Temporal.PlainDate.from(from)), until: start(Temporal.PlainDate.from(to).add({ days: 1 })) };
}

/** The period of the same length that ends the day before. */
export function periodBefore({ from, to }: Pick<FigureQuery, "from" | "to">): { from: string; to: string } {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const { days } = first.until(last);
  return { from: first.subtract({ days: days + 1 }).toString(), to: first.subtract({ days: 1 }).toString() };
}

/** Figures per sequence, version and step; steps without mails and without bookings are left out. For admins. */
export async function outreachFigures(ctx: Ctx, query: FigureQuery): Promise<Result<OutreachFigures, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const before = periodBefore(query);
  const steps = await ctx.db
    .select({
      stepId: sequenceStep.id,
      key: sequenceStep.key,
      position: sequenceStep.position,
      versionId: sequenceVersion.id,
      number: sequenceVersion.number,
      id: sequence.id,
      name: sequence.name,
      title: sequence.title,
    })
    .from(sequenceStep)
    .innerJoin(sequenceVersion, eq(sequenceVersion.id, sequenceStep.versionId))
    .innerJoin(sequence, eq(sequence.id, sequenceVersion.sequenceId))
    .where(and(eq(sequenceStep.kind, "mail"), query.sequenceId ? eq(sequence.id, query.sequenceId) : undefined))
    .orderBy(asc(sequence.title), asc(sequence.id), asc(sequenceVersion.number), asc(sequenceStep.position));
  const ids = steps.map(({ stepId }) => stepId);
  const [now, earlier] = await Promise.all(
    [query, before].map(({ from, to }) => figuresOf(ctx, ids, spanOf(from, to))),
  );
  const figuresOfStep = (stepId: string): Compared => ({
    now: now!.get(stepId) ?? noFigures,
    before: earlier!.get(stepId) ?? noFigures,
  });
  const used = steps.filter(({ stepId }) => now!.has(stepId) || earlier!.has(stepId));
  const sequences = [...Map.groupBy(used, ({ id }) => id).values()].map((ofSequence): SequenceFigures => {
    const { id, name, title } = ofSequence[0]!;
    const versions = [...Map.groupBy(ofSequence, ({ versionId }) => versionId).values()].map((ofVersion) => {
      const { versionId, number } = ofVersion[0]!;
      const own = ofVersion.map(({ stepId, key, position }) => ({ stepId, key, position, ...figuresOfStep(stepId) }));
      return { versionId, number, steps: own, ...sum(own) };
    });
    return { id, name, title, versions, ...sum(versions) };
  });
  return ok({ before, total: sum(sequences), sequences });
}

const sum = (parts: readonly Compared[]): Compared => ({
  now: addFigures(parts.map((part) => part.now)),
  before: addFigures(parts.map((part) => part.before)),
});

/** Of each step with mails or bookings in the span. */
async function figuresOf(ctx: Ctx, stepIds: readonly string[], span: Span): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures>();
  if (stepIds.length === 0) return found;
  const add = (stepId: string, figures: Partial<Figures>) => {
    const known = found.get(stepId) ?? noFigures;
    found.set(stepId, addFigures([known, { ...noFigures, ...figures }]));
  };
  const isMail = and(
    eq(enrolmentStep.outcome, "mail"),
    inSpan(enrolmentStep.at, span),
    inArray(enrolmentStep.stepId, [...stepIds]),
  );
  const having = (column: PgColumn) => sql<number>`count(${column})::int`;
  const mails = ctx.db
    .select({
      stepId: enrolmentStep.stepId,
      sent: sql<number>`count(*)::int`,
      bounced: having(enrolmentStep.bouncedAt),
      clicks: having(enrolmentStep.clickedAt),
      replies: having(enrolmentStep.repliedAt),
      unsubscribes: having(enrolmentStep.unsubscribedAt),
      complaints: having(enrolmentStep.complainedAt),
    })
    .from(enrolmentStep)
    .where(isMail)
    .groupBy(enrolmentStep.stepId);
  // Mails that no server took are rare and found by partial indexes.
  const unsent = ctx.db
    .select({ stepId: enrolmentStep.stepId, mails: sql<number>`count(*)::int` })
    .from(enrolmentStep)
    .where(and(isMail, inArray(enrolmentStep.messageId, unsentMail(ctx, "outreach"))))
    .groupBy(enrolmentStep.stepId);
  const bookings = (step: PgColumn) =>
    ctx.db
      .select({
        stepId: sql<string>`${step}`,
        calls: sql<number>`count(*)::int`,
        cents: sql<number>`coalesce(sum(${prospect.valueCents}), 0)::float8`,
      })
      .from(sequenceBooking)
      .innerJoin(prospect, eq(prospect.id, sequenceBooking.prospectId))
      .where(and(isNull(sequenceBooking.cancelledAt), inSpan(sequenceBooking.at, span), inArray(step, [...stepIds])))
      .groupBy(step);
  const [mailRows, unsentRows, firstRows, lastRows] = await Promise.all([
    mails,
    unsent,
    bookings(sequenceBooking.firstStep),
    bookings(sequenceBooking.lastStep),
  ]);
  for (const { stepId, ...figures } of mailRows) add(stepId, { ...figures, delivered: figures.sent - figures.bounced });
  for (const { stepId, mails: count } of unsentRows) add(stepId, { sent: -count, delivered: -count });
  for (const { stepId, calls, cents } of firstRows) add(stepId, { bookingsFirst: calls, valueFirstCents: cents });
  for (const { stepId, calls, cents } of lastRows) add(stepId, { bookingsLast: calls, valueLastCents: cents });
  return found;
}

const inSpan = (column: PgColumn, { from, until }: Span): SQL | undefined => and(gte(column, from), lt(column, until));

export type FigurePerson = { prospectId: string; email: string; name: string | null; at: Date };

/**
 * The people behind a figure of steps, newest first, 50 per page; a person appears once per mail or call. An unknown step has
 * no people. For admins.
 */
export async function figurePeople(
  ctx: Ctx,
  query: FigureQuery & {
    stepIds: readonly string[];
    figure: PeopleFigure;
    after?: string | undefined;
    before?: string | undefined;
  },
): Promise<Result<Page<FigurePerson>, NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const span = spanOf(query.from, query.to);
  const isBooking = query.figure === "bookingsFirst" || query.figure === "bookingsLast";
  const [by, id] = isBooking
    ? [sequenceBooking.at, sequenceBooking.bookingId]
    : [enrolmentStep.at, enrolmentStep.messageId];
  const place = { after: query.after ?? null, before: query.before ?? null };
  const keys = keysetOf({ by, id, type: "timestamptz", direction: "desc", size: 50, ...place });
  const row = { prospectId: prospect.id, email: prospect.email, name: prospect.name, at: by };
  const stepIds = [...query.stepIds];
  const rows = isBooking
    ? await ctx.db
        .select({ row, cursor: keys.cursor })
        .from(sequenceBooking)
        .innerJoin(prospect, eq(prospect.id, sequenceBooking.prospectId))
        .where(
          and(
            isNull(sequenceBooking.cancelledAt),
            inSpan(sequenceBooking.at, span),
            inArray(query.figure === "bookingsFirst" ? sequenceBooking.firstStep : sequenceBooking.lastStep, stepIds),
            keys.where,
          ),
        )
        .orderBy(...keys.orderBy)
        .limit(keys.limit)
    : await ctx.db
        .select({ row, cursor: keys.cursor })
        .from(enrolmentStep)
        .innerJoin(enrolment, eq(enrolment.id, enrolmentStep.enrolmentId))
        .innerJoin(prospect, eq(prospect.id, enrolment.prospectId))
        .where(
          and(
            eq(enrolmentStep.outcome, "mail"),
            inSpan(enrolmentStep.at, span),
            inArray(enrolmentStep.stepId, stepIds),
            peopleOf(ctx, query.figure),
            keys.where,
          ),
        )
        .orderBy(...keys.orderBy)
        .limit(keys.limit);
  return ok(pageOf(keys, rows as { row: FigurePerson; cursor: string }[]));
}

function peopleOf(ctx: Ctx, figure: PeopleFigure): SQL | undefined {
  const column = {
    bounced: enrolmentStep.bouncedAt,
    clicks: enrolmentStep.clickedAt,
    replies: enrolmentStep.repliedAt,
    unsubscribes: enrolmentStep.unsubscribedAt,
    complaints: enrolmentStep.complainedAt,
  }[figure as "bounced"];
  return column ? isNotNull(column) : notInArray(enrolmentStep.messageId, unsentMail(ctx, "outreach"));
}

/** The figures as CSV: one row per step, with the period before. For admins. */
export async function figuresCsv(ctx: Ctx, query: FigureQuery): Promise<Result<string, NotAdmin>> {
  const figures = await outreachFigures(ctx, query);
  if (!figures.ok) return figures;
  const labels = figureNames.map((name) => figureLabels[name]);
  const values = (one: Figures) => figureNames.map((name) => (name.endsWith("Cents") ? one[name] / 100 : one[name]));
  const head = ["Sequence", "Version", "Step", ...labels, ...labels.map((label) => `${label}, period before`)];
  const rows = figures.value.sequences.flatMap(({ title, versions }) =>
    versions.flatMap(({ number, steps }) =>
      steps.map(({ key, now, before }) => [title, number, key, ...values(now), ...values(before)]),
    ),
  );
  return ok(toCsv([head, ...rows]));
}
