import { and, asc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { listClickConsents } from "#app/features/mail/clicks/click-consent.server.ts";
import { outgoingMessageIds } from "#app/features/mail/messages/sent-to.server.ts";
import { queueBatches } from "#app/features/mail/sending/batches.server.ts";
import { paceRoom, type Rates, takePace } from "#app/features/mail/sending/pace.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { system } from "#app/lib/actor.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { fillVariables } from "#app/lib/formats/mail-variables.ts";
import { isEmailAddress } from "#app/lib/people/email-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { EndReason, MailStep, TaskStep } from "../definitions/definition.ts";
import { bodiesOf, readVersions, type Version } from "../definitions/versions.server.ts";
import { sequenceBatch, sequenceReader } from "../emails/sequence-mail.tsx";
import { followMerges } from "../enrollments/merges.server.ts";
import { outreachLimits, outreachRates } from "../settings.server.ts";
import { enrollment, enrollmentStep, sequence } from "../tables.server.ts";
import { loadFacts, type Person, personColumns, variablesOf } from "./facts.server.ts";
import { type Facts, nextStep, type Place } from "./rules.ts";
import { addTaskForOwner, settleStepTasks } from "./step-tasks.server.ts";

/*
 * The worker: claims due enrollments and executes what the rules decide, one transaction per batch. The transaction
 * locks the enrollments and their prospects, reads the facts, queues mails in the outbox, records the steps and writes
 * the next due times. A killed process has either completed a batch or changed nothing. Two workers never hold the same
 * person, so the weekly cap holds across sequences; the primary key of a step is the last guard against a second mail.
 */

export type Advance = { claimed: number; mails: number; tasks: number; ended: number };

type Claimed = {
  row: Pick<
    typeof enrollment.$inferSelect,
    "id" | "versionId" | "sinceEvent" | "goal" | "isAutomatic" | "unsubscribeKey" | keyof Place
  >;
  person: Person;
  campaign: string;
};

type Moved = { id: string; done: number; lastStepAt: Date | null } & (
  | { state: "active"; dueAt: Date; reason: null }
  | { state: "exited" | "finished"; dueAt: null; reason: EndReason }
);

type Done = {
  enrollmentId: string;
  stepId: string;
  outcome: "mail" | "task" | "skipped";
  messageId: string | null;
  countsClicks?: boolean;
};
type WaitingMail = { claimed: Claimed; version: Version; step: MailStep; place: Place; facts: Facts };

/** Processes at most `limit` due enrollments, `only` of these sequences. `claimed: 0`: none is due or no rate is left. */
export async function advanceDue(
  ctx: Ctx,
  { limit = 200, rates = outreachRates(), only }: { limit?: number; rates?: Rates; only?: readonly string[] } = {},
): Promise<Advance> {
  return inTransaction({ ...ctx, actor: system }, async (tx) => {
    await followMerges(tx);
    const room = await paceRoom(tx, rates);
    const claimed = room === 0 ? [] : await claimDue(tx, Math.min(limit, room), only);
    if (claimed.length === 0) return { claimed: 0, mails: 0, tasks: 0, ended: 0 };
    return advance(tx, claimed, rates);
  });
}

/** Locks due enrollments and their prospects, the same number per sequence. Skips rows locked by another worker. */
async function claimDue(tx: Ctx, limit: number, only: readonly string[] | undefined): Promise<Claimed[]> {
  const running = await tx.db
    .select({ id: sequence.id, name: sequence.name })
    .from(sequence)
    .where(
      and(isNotNull(sequence.startedAt), isNull(sequence.pausedAt), only ? inArray(sequence.id, [...only]) : undefined),
    );
  const claimed: Claimed[] = [];
  const people = new Set<string>();
  for (const [at, { id, name }] of running.entries()) {
    const share = Math.ceil((limit - claimed.length) / (running.length - at));
    if (share <= 0) break;
    const rows = await tx.db
      .select({ row: claimedColumns, person: personColumns })
      .from(enrollment)
      .innerJoin(prospect, eq(prospect.id, enrollment.prospectId))
      .where(
        and(
          eq(enrollment.sequenceId, id),
          eq(enrollment.state, "active"),
          lte(enrollment.dueAt, tx.now),
          isNull(prospect.mergedInto),
        ),
      )
      .orderBy(asc(enrollment.dueAt), asc(enrollment.id))
      .limit(share)
      .for("no key update", { of: [enrollment, prospect], skipLocked: true });
    for (const found of rows) {
      // A person's second enrollment waits for the next batch, which counts the first one's mail.
      if (people.has(found.person.id)) continue;
      people.add(found.person.id);
      claimed.push({ ...found, campaign: name });
    }
  }
  return claimed;
}

const claimedColumns = {
  id: enrollment.id,
  versionId: enrollment.versionId,
  sinceEvent: enrollment.sinceEvent,
  goal: enrollment.goal,
  isAutomatic: enrollment.isAutomatic,
  unsubscribeKey: enrollment.unsubscribeKey,
  enrolledAt: enrollment.enrolledAt,
  done: enrollment.done,
  lastStepAt: enrollment.lastStepAt,
};

async function advance(tx: Ctx, claimed: readonly Claimed[], rates: Rates): Promise<Advance> {
  const facts = await loadFacts(
    tx,
    claimed.map(({ person, row }) => ({
      person,
      sinceEvent: row.sinceEvent,
      goal: row.goal,
      isAutomatic: row.isAutomatic,
    })),
  );
  const versions = await readVersions(
    tx,
    claimed.map(({ row }) => row.versionId),
  );
  const [moved, done, waiting]: [Moved[], Done[], WaitingMail[]] = [[], [], []];
  for (const [at, one] of claimed.entries()) {
    const version = versions.get(one.row.versionId)!;
    const { enrolledAt, done: count, lastStepAt } = one.row;
    const outcome = await walk(tx, one, version, { enrolledAt, done: count, lastStepAt }, facts[at]!);
    done.push(...outcome.done);
    if (outcome.mail) waiting.push(outcome.mail);
    else moved.push(outcome.moved);
  }
  const sent = await sendMails(tx, waiting, rates);
  done.push(...sent.done);
  moved.push(...sent.moved);
  await storeSteps(tx, done);
  await storeMoves(tx, moved);
  await settleStepTasks(
    tx,
    moved.flatMap(({ id, reason }) => (reason ? { id, reason } : [])),
  );
  return {
    claimed: claimed.length,
    mails: sent.done.length,
    tasks: done.filter(({ outcome }) => outcome === "task").length,
    ended: moved.filter(({ state }) => state !== "active").length,
  };
}

type Outcome = { done: Done[] } & ({ moved: Moved; mail?: never } | { mail: WaitingMail; moved?: never });

/** Follows the rules until they wait, end or send a mail. Creates tasks; the caller queues mails. */
async function walk(tx: Ctx, claimed: Claimed, version: Version, start: Place, facts: Facts): Promise<Outcome> {
  const done: Done[] = [];
  let place = start;
  for (;;) {
    const decision = nextStep(version.definition, place, facts, tx.now, outreachLimits());
    const at = { id: claimed.row.id, done: place.done, lastStepAt: place.lastStepAt };
    if (decision.kind === "end")
      return { done, moved: { ...at, state: decision.state, dueAt: null, reason: decision.reason } };
    if (decision.kind === "wait")
      return { done, moved: { ...at, state: "active", dueAt: decision.until, reason: null } };
    const { step } = decision;
    if (decision.kind === "do" && step.kind === "mail") {
      if (!isEmailAddress(claimed.person.email))
        return { done, moved: { ...at, state: "exited", dueAt: null, reason: "invalid_address" } };
      return { done, mail: { claimed, version, step, place, facts } };
    }
    if (decision.kind === "do") {
      const origin = { origin: "sequence", originId: claimed.row.id } as const;
      const { title, dueInBusinessDays } = (step as TaskStep).task;
      const filled = fillVariables(title, variablesOf(claimed.person));
      await addTaskForOwner(tx, claimed.person, { title: filled, dueInBusinessDays, ...origin });
    }
    const outcome = decision.kind === "do" ? "task" : "skipped";
    done.push({ enrollmentId: claimed.row.id, stepId: version.stepIds[place.done]!, outcome, messageId: null });
    place = after(place, tx.now);
  }
}

const after = (place: Place, now: Date): Place => ({ ...place, done: place.done + 1, lastStepAt: now });

async function sendMails(
  tx: Ctx,
  waiting: readonly WaitingMail[],
  rates: Rates,
): Promise<{ done: Done[]; moved: Moved[] }> {
  const granted = await takePace(
    tx,
    waiting.map(({ claimed }) => claimed.person.email),
    rates,
  );
  const [done, moved]: [Done[], Moved[]] = [[], []];
  const nextMinute = new Date(Math.floor(tx.now.getTime() / minuteMs) * minuteMs + minuteMs);
  const toSend = new Map<string, WaitingMail[]>();
  for (const [at, mail] of waiting.entries()) {
    const { row } = mail.claimed;
    if (granted[at]) {
      const stepId = mail.version.stepIds[mail.place.done]!;
      const ofStep = toSend.get(stepId);
      if (ofStep) ofStep.push(mail);
      else toSend.set(stepId, [mail]);
      moved.push(dueAfterMail(tx, mail));
    } else {
      const { done: count, lastStepAt } = mail.place;
      moved.push({ id: row.id, done: count, lastStepAt, state: "active", dueAt: nextMinute, reason: null });
    }
  }
  const countClicksOf = await listClickConsents(
    tx,
    [...toSend.values()].flat().map(({ claimed }) => claimed.person.email.toLowerCase()),
  );
  const bodies = await bodiesOf(
    tx,
    [...toSend].map(([stepId, [first]]) => ({ stepId, step: first!.step, campaign: first!.claimed.campaign })),
  );
  const threads = await threadsOf(
    tx,
    [...toSend.values()].flat().map(({ claimed }) => claimed.row),
  );
  const ids = await queueBatches(
    tx,
    [...toSend].map(([stepId, mails]) => ({
      batch: { ...sequenceBatch(), body: bodies.get(stepId)!, countClicksOf },
      mails: mails.map(({ step, claimed: { person, row } }) =>
        sequenceReader(step.mail, {
          to: person.email,
          unsubscribeKey: row.unsubscribeKey,
          values: variablesOf(person),
          earlier: threads.get(row.id) ?? [],
        }),
      ),
    })),
  );
  for (const [batch, [stepId, mails]] of [...toSend].entries())
    for (const [at, { claimed }] of mails.entries()) {
      const countsClicks = countClicksOf.has(claimed.person.email.toLowerCase());
      done.push({ enrollmentId: claimed.row.id, stepId, outcome: "mail", messageId: ids[batch]![at]!, countsClicks });
    }
  return { done, moved };
}

/** The Message-IDs of the mails that these enrollments have sent or queued, oldest first. */
async function threadsOf(tx: Ctx, rows: readonly { id: string; done: number }[]): Promise<Map<string, string[]>> {
  const started = rows.filter(({ done }) => done > 0).map(({ id }) => id);
  if (started.length === 0) return new Map();
  const steps = await tx.db
    .select({ enrollmentId: enrollmentStep.enrollmentId, mail: enrollmentStep.messageId })
    .from(enrollmentStep)
    .where(and(inArray(enrollmentStep.enrollmentId, started), isNotNull(enrollmentStep.messageId)));
  const sent = await outgoingMessageIds(
    tx,
    steps.map(({ mail }) => mail!),
  );
  const enrollmentOf = new Map(steps.map(({ enrollmentId, mail }) => [mail, enrollmentId]));
  const byEnrollment = Map.groupBy(sent, ({ id }) => enrollmentOf.get(id)!);
  return new Map([...byEnrollment].map(([id, mails]) => [id, mails.map(({ messageId }) => messageId)]));
}

function dueAfterMail(tx: Ctx, { claimed, version, place, facts }: WaitingMail): Moved {
  const next = after(place, tx.now);
  const later = { ...facts, mailedAt: [...facts.mailedAt, tx.now] };
  const decision = nextStep(version.definition, next, later, tx.now, outreachLimits());
  const at = { id: claimed.row.id, done: next.done, lastStepAt: next.lastStepAt };
  if (decision.kind === "end") return { ...at, state: decision.state, dueAt: null, reason: decision.reason };
  return { ...at, state: "active", dueAt: decision.kind === "wait" ? decision.until : tx.now, reason: null };
}

async function storeSteps(tx: Ctx, done: readonly Done[]): Promise<void> {
  if (done.length === 0) return;
  await tx.db.execute(sql`
    insert into ${enrollmentStep} (enrollment_id, step_id, outcome, at, message_id, counts_clicks)
    select s."enrollmentId", s."stepId", s.outcome, ${tx.now.toISOString()}::timestamptz, s."messageId",
      coalesce(s."countsClicks", false)
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as s(
      "enrollmentId" uuid, "stepId" uuid, outcome text, "messageId" uuid, "countsClicks" boolean)`);
}

async function storeMoves(tx: Ctx, moved: readonly Moved[]): Promise<void> {
  await tx.db.execute(sql`
    update ${enrollment} e set
      state = m.state, done = m.done, last_step_at = m."lastStepAt", due_at = m."dueAt", reason = m.reason,
      ended_at = case when m.state = 'active' then null else ${tx.now.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(
      id uuid, state text, done int, "lastStepAt" timestamptz, "dueAt" timestamptz, reason text)
    where e.id = m.id`);
}
