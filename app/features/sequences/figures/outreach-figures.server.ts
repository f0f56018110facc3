import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { Temporal } from "temporal-polyfill";
import { scannerHitsOf, unsentOutreach } from "#app/features/mail/messages/sent-to.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { toCsv } from "#app/lib/formats/csv.ts";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { outreachLimits } from "../settings.server.ts";
import {
  enrollment,
  enrollmentStep,
  sequence,
  sequenceBooking,
  sequenceStep,
  sequenceVersion,
} from "../tables.server.ts";
import {
  addFigures,
  type Figures,
  figureLabels,
  figureNames,
  isKnown,
  noFigures,
  type PeopleFigure,
} from "./figures.ts";

/** Days in the firm's time zone, both included (ISO). */
export type FigureQuery = { from: string; to: string; sequenceId?: string | undefined };

export type Compared = { now: Figures; before: Figures };
/** `label`: the subject. */
export type StepFigures = { stepId: string; key: string; position: number; label: string } & Compared;
export type VersionFigures = { versionId: string; number: number; steps: StepFigures[] } & Compared;
export type SequenceFigures = { id: string; name: string; title: string; versions: VersionFigures[] } & Compared;
export type OutreachFigures = {
  before: PeriodBefore;
  total: Compared;
  sequences: SequenceFigures[];
  titles: { id: string; title: string }[];
};

type Span = { from: Date; until: Date };

function spanOf(from: string, to: string): Span {
  const zone = outreachLimits().firmZone;
  const start = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return { from: start(Temporal.PlainDate.from(from)), until: start(Temporal.PlainDate.from(to).add({ days: 1 })) };
}

/** `until`: end instant (ISO) if the period ends before its last day is over. */
export type PeriodBefore = { from: string; to: string; until?: string };

/** The previous period of the same length; for an unfinished period it ends at the same time of day. */
export function periodBefore({ from, to }: Pick<FigureQuery, "from" | "to">, now: Date): PeriodBefore {
  const first = Temporal.PlainDate.from(from);
  const days = first.until(Temporal.PlainDate.from(to), { largestUnit: "days" }).days + 1;
  const before = { from: first.subtract({ days }).toString(), to: first.subtract({ days: 1 }).toString() };
  const span = spanOf(from, to);
  if (now < span.from || now >= span.until) return before;
  const zone = outreachLimits().firmZone;
  const clock = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const day = clock.toPlainDate().subtract({ days });
  const until = day.toZonedDateTime({ timeZone: zone, plainTime: clock.toPlainTime() });
  return { ...before, until: new Date(until.epochMilliseconds).toISOString() };
}

/** Figures per sequence, version and step; steps without mails and bookings are omitted. Three statements. For admins. */
export async function outreachFigures(ctx: Ctx, query: FigureQuery): Promise<Result<OutreachFigures, NotAdmin>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const before = periodBefore(query, ctx.now);
  const all = await ctx.db
    .select({
      sequence: { id: sequence.id, name: sequence.name, title: sequence.title },
      version: { versionId: sequenceVersion.id, number: sequenceVersion.number },
      step: { stepId: sequenceStep.id, key: sequenceStep.key, position: sequenceStep.position },
      subject: sql<
        string | null
      >`${sequenceVersion.definition} #>> array['steps', ${sequenceStep.position}::text, 'mail', 'subject']`,
    })
    .from(sequence)
    .leftJoin(sequenceVersion, eq(sequenceVersion.sequenceId, sequence.id))
    .leftJoin(sequenceStep, and(eq(sequenceStep.versionId, sequenceVersion.id), eq(sequenceStep.kind, "mail")))
    .orderBy(byLetters(sequence.title), asc(sequence.id), asc(sequenceVersion.number), asc(sequenceStep.position));
  const titles = [...new Map(all.map(({ sequence: { id, title } }) => [id, { id, title }])).values()];
  const steps = all.flatMap(({ sequence: of, version, step, subject }) =>
    version && step && (!query.sequenceId || query.sequenceId === of.id)
      ? [{ ...of, ...version, ...step, label: subject ?? step.key }]
      : [],
  );
  const whole = spanOf(before.from, before.to);
  const spans = {
    now: spanOf(query.from, query.to),
    before: { ...whole, ...(before.until !== undefined && { until: new Date(before.until) }) },
  };
  const stepIds = query.sequenceId ? steps.map(({ stepId }) => stepId) : null;
  const found = steps.length > 0 ? await figuresOf(ctx, stepIds, spans) : new Map<string, Compared>();
  const used = steps.filter(({ stepId }) => found.has(stepId));
  const sequences = [...Map.groupBy(used, ({ id }) => id).values()].map((ofSequence): SequenceFigures => {
    const { id, name, title } = ofSequence[0]!;
    const versions = [...Map.groupBy(ofSequence, ({ versionId }) => versionId).values()].map((ofVersion) => {
      const { versionId, number } = ofVersion[0]!;
      const own = ofVersion.map(({ stepId, key, position, label }) => ({
        ...{ stepId, key, position, label },
        ...found.get(stepId)!,
      }));
      return { versionId, number, steps: own, ...sum(own) };
    });
    return { id, name, title, versions, ...sum(versions) };
  });
  return ok({ before, total: sum(sequences), sequences, titles });
}

const sum = (parts: readonly Compared[]): Compared => ({
  now: addFigures(parts.map((part) => part.now)),
  before: addFigures(parts.map((part) => part.before)),
});

type Spans = { now: Span; before: Span };

/** Figures of each step with mails or bookings in one of the periods. `stepIds` null: all steps. */
async function figuresOf(ctx: Ctx, stepIds: readonly string[] | null, spans: Spans): Promise<Map<string, Compared>> {
  const found = new Map<string, Compared>();
  const add = (stepId: string, isNow: boolean, figures: Partial<Figures>) => {
    const known = found.get(stepId) ?? { now: noFigures, before: noFigures };
    const period = isNow ? "now" : "before";
    found.set(stepId, { ...known, [period]: addFigures([known[period], { ...noFigures, ...figures }]) });
  };
  const inBoth = (column: PgColumn) => or(inSpan(column, spans.before), inSpan(column, spans.now));
  const isNow = (column: PgColumn) => sql<boolean>`${column} >= ${spans.now.from.toISOString()}::timestamptz`;
  const ofSteps = (column: PgColumn) => (stepIds ? inArray(column, [...stepIds]) : undefined);
  const having = (column: PgColumn) => sql<number>`count(${column})::int`;
  const isNowMail = isNow(enrollmentStep.at);
  // Unaccepted mails are rare and found by partial indexes; only mails with counted clicks can have been scanned.
  const mails = ctx.db
    .select({
      stepId: enrollmentStep.stepId,
      isNow: isNowMail,
      sent: sql<number>`count(*)::int`,
      unsent: sql<number>`(count(*) filter (where ${enrollmentStep.messageId} in ${unsentOutreach(ctx)}))::int`,
      bounced: sql<number>`(count(${enrollmentStep.bouncedAt}) filter (where ${enrollmentStep.messageId} not in ${unsentOutreach(ctx)}))::int`,
      counted: sql<number>`(count(*) filter (where ${enrollmentStep.countsClicks}))::int`,
      clicks: having(enrollmentStep.clickedAt),
      scans: sql<number>`coalesce(sum(${scannerHitsOf(enrollmentStep.messageId)}) filter (where ${enrollmentStep.countsClicks}), 0)::int`,
      replies: having(enrollmentStep.repliedAt),
      unsubscribes: having(enrollmentStep.unsubscribedAt),
      complaints: having(enrollmentStep.complainedAt),
    })
    .from(enrollmentStep)
    .where(and(eq(enrollmentStep.outcome, "mail"), inBoth(enrollmentStep.at), ofSteps(enrollmentStep.stepId)))
    .groupBy(enrollmentStep.stepId, sql`2`);
  const isNowBooking = isNow(sequenceBooking.at);
  const bookings = ctx.db
    .select({
      firstStep: sequenceBooking.firstStep,
      lastStep: sequenceBooking.lastStep,
      isNow: isNowBooking,
      calls: sql<number>`count(*)::int`,
    })
    .from(sequenceBooking)
    .where(
      and(
        isNull(sequenceBooking.canceledAt),
        inBoth(sequenceBooking.at),
        or(ofSteps(sequenceBooking.firstStep), ofSteps(sequenceBooking.lastStep)),
      ),
    )
    .groupBy(sequenceBooking.firstStep, sequenceBooking.lastStep, sql`3`);
  // In parallel: over a long period both read most of their rows.
  const [mailRows, bookingRows] = await Promise.all([mails, bookings]);
  for (const { stepId, isNow: inNow, unsent, ...figures } of mailRows) {
    const sent = figures.sent - unsent;
    add(stepId, inNow, { ...figures, sent, delivered: sent - figures.bounced });
  }
  for (const { firstStep, lastStep, isNow: inNow, calls } of bookingRows) {
    add(firstStep, inNow, { bookingsFirst: calls });
    add(lastStep, inNow, { bookingsLast: calls });
  }
  return found;
}

const inSpan = (column: PgColumn, { from, until }: Span): SQL | undefined => and(gte(column, from), lt(column, until));

export type FigurePerson = { prospectId: string; email: string; name: string | null; at: Date };

/** Lists the people behind a figure, newest first, 50 per page, once per mail or call. For admins. */
export async function figurePeople(
  ctx: Ctx,
  query: FigureQuery & {
    stepIds: readonly string[];
    figure: PeopleFigure;
    after?: string | undefined;
    before?: string | undefined;
  },
): Promise<Result<Page<FigurePerson>, NotAdmin>> {
  if (!canRead(ctx.actor, "sequences")) return notAdmin();
  const span = spanOf(query.from, query.to);
  const isBooking = query.figure === "bookingsFirst" || query.figure === "bookingsLast";
  const [by, id] = isBooking
    ? [sequenceBooking.at, sequenceBooking.bookingId]
    : [enrollmentStep.at, enrollmentStep.messageId];
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
            isNull(sequenceBooking.canceledAt),
            inSpan(sequenceBooking.at, span),
            inArray(query.figure === "bookingsFirst" ? sequenceBooking.firstStep : sequenceBooking.lastStep, stepIds),
            keys.where,
          ),
        )
        .orderBy(...keys.orderBy)
        .limit(keys.limit)
    : await ctx.db
        .select({ row, cursor: keys.cursor })
        .from(enrollmentStep)
        .innerJoin(enrollment, eq(enrollment.id, enrollmentStep.enrollmentId))
        .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
        .where(
          and(
            eq(enrollmentStep.outcome, "mail"),
            inSpan(enrollmentStep.at, span),
            inArray(enrollmentStep.stepId, stepIds),
            peopleOf(ctx, query.figure),
            keys.where,
          ),
        )
        .orderBy(...keys.orderBy)
        .limit(keys.limit);
  return ok(pageOf(keys, rows as { row: FigurePerson; cursor: string }[]));
}

function peopleOf(ctx: Ctx, figure: PeopleFigure): SQL | undefined {
  const isSent = notInArray(enrollmentStep.messageId, unsentOutreach(ctx));
  if (figure === "delivered") return and(isSent, isNull(enrollmentStep.bouncedAt));
  if (figure === "bounced") return and(isSent, isNotNull(enrollmentStep.bouncedAt));
  const column = {
    clicks: enrollmentStep.clickedAt,
    replies: enrollmentStep.repliedAt,
    unsubscribes: enrollmentStep.unsubscribedAt,
    complaints: enrollmentStep.complainedAt,
  }[figure as "clicks"];
  return column ? isNotNull(column) : isSent;
}

/** The figures as CSV: one row per step, by its number in the editor, with the previous period; unknown figures are empty. For admins. */
export async function figuresCsv(ctx: Ctx, query: FigureQuery): Promise<Result<string, NotAdmin>> {
  const figures = await outreachFigures(ctx, query);
  if (!figures.ok) return figures;
  const labels = figureNames.map((name) => figureLabels[name]);
  const values = (one: Figures) =>
    figureNames.map((name) => {
      if (!isKnown(name, one)) return "";
      return name.endsWith("Cents") ? one[name] / 100 : one[name];
    });
  const head = [
    "Sequence",
    "Version",
    "Step",
    "Subject",
    ...labels,
    ...labels.map((label) => `${label}, period before`),
  ];
  const rows = figures.value.sequences.flatMap(({ title, versions }) =>
    versions.flatMap(({ number, steps }) =>
      steps.map(({ position, label, now, before }) => [
        title,
        number,
        position + 1,
        withVariableNames(label),
        ...values(now),
        ...values(before),
      ]),
    ),
  );
  return ok(toCsv([head, ...rows]));
}
