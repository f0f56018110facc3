import { and, eq, gt, isNull, like, sql } from "drizzle-orm";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { demoRow } from "#app/features/demo/tables.server.ts";
import { followLink, judgeDueClicks } from "#app/features/mail/clicks/clicks.server.ts";
import { linkAddress } from "#app/features/mail/clicks/link-token.server.ts";
import { recordComplaint, recordNotification } from "#app/features/mail/receiving/bounces.server.ts";
import { recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { builtInSequences } from "#app/features/sequences/definitions/built-in.ts";
import { type Definition, emptyDefinition, type Step } from "#app/features/sequences/definitions/definition.ts";
import { enrol, pauseEnrollment } from "#app/features/sequences/enrollments/enrollments.server.ts";
import { outreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { leaveOutreach } from "#app/features/sequences/enrollments/leaving.server.ts";
import {
  createSequence,
  pauseSequence,
  publishSequence,
  saveDraft,
  startSequence,
  stopSequence,
} from "#app/features/sequences/sequences.server.ts";
import { advanceDue } from "#app/features/sequences/steps/worker.server.ts";
import { enrollment, enrollmentStep } from "#app/features/sequences/tables.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { utcDate, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { demoAddressPattern } from "#app/lib/people/demo-address.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { browser } from "./browser.ts";
import type { Client } from "./client.ts";
import { after, must, type Timeline } from "./timeline.ts";

/*
 * Sequences with people in every state. They run through the 90 days and enroll only demo people
 * (sequences/enrollments/enrolling.server.ts): two that run, one that is paused, a round by hand that is over, and a draft.
 */

const definitionOf = (name: string): Definition => builtInSequences.find((one) => one.name === name)!.definition;

const letter = (key: string, days: number, subject: string, body: string): Step => ({
  ...{ key, kind: "mail", delay: { amount: days, unit: "business_days" }, conditions: [] },
  mail: { subject, preview: "", body },
});

/** Enrolled manually: people with an analysis. The second version asks earlier and is shorter. */
const round = (version: 1 | 2): Definition => ({
  ...emptyDefinition,
  goal: "payment",
  exitStages: ["won", "lost"],
  steps: [
    letter(
      "quarter",
      0,
      version === 1 ? "Before the quarter ends, {{first_name|a question}}" : "One process before the quarter ends",
      'Hi {{first_name|there}},\n\nthe automation with the shortest payback in your analysis takes about three weeks to build. If it is to help {{company|your company}} this quarter, the full blueprint has to be ordered by the 15th.\n\n[See what it contains](/pricing "button")',
    ),
    letter(
      "sample",
      version === 1 ? 5 : 3,
      "A full blueprint to look at",
      'Hi {{first_name|there}},\n\nthis is what a full blueprint looks like: every step, every tool, and the hours that it returns.\n\n[Open the sample](/automation-grid "button")',
    ),
  ],
});

/** Enrolled manually every week: people who requested access in the week before. */
const ideas: Definition = {
  ...emptyDefinition,
  goal: "analysis_created",
  steps: [
    letter(
      "routing",
      0,
      "Lead routing: what it returns at {{company|a firm of your size}}",
      'Hi {{first_name|there}},\n\nmost firms begin with lead routing: every form, one owner, an alert within a minute. It returns about three hours a week.\n\n[See how it works](/automation-grid "button")',
    ),
    letter(
      "onboarding",
      3,
      "Onboarding that starts itself",
      'Hi {{first_name|there}},\n\nthe second one is onboarding: a signed contract creates the tasks, the accounts and the first emails.\n\n[See how it works](/automation-grid "button")',
    ),
    {
      ...{ key: "call", kind: "task", delay: { amount: 2, unit: "business_days" } },
      conditions: [{ fact: "employees", operator: "at_least", value: "40" }],
      task: { title: "Has not finished an analysis: offer help", dueInBusinessDays: 2 },
    },
    letter(
      "reports",
      4,
      "The Monday report, without the Monday",
      'Hi {{first_name|there}},\n\nthe third one is the weekly report that someone puts together by hand. Yours can be in the inbox before the first coffee.\n\n[Start an analysis](/blueprint "button")',
    ),
  ],
};

const invitation: Definition = {
  ...emptyDefinition,
  steps: [
    letter(
      "seats",
      0,
      "Two seats are left in the workshop",
      'Hi {{first_name|there}},\n\nthe RevOps workshop has two seats left.\n\n[See the program](/training "button")',
    ),
  ],
};

type Made = { id: string; title: string };

/** Adds sequences, their mails over the whole period, and the responses to them. */
export function addOutreach(time: Timeline, clients: readonly Client[]): void {
  const made = new Map<string, Made>();
  const idOf = (title: string) => made.get(title)!.id;
  const create = async (ctx: Ctx, title: string, definition: Definition) => {
    const { id } = must(await createSequence(ctx, { title }));
    // Marked as demo data at once, because enrollment depends on it.
    await ctx.db.insert(demoRow).values({ table: "sequence", key: id, loadedAt: ctx.now });
    must(await saveDraft(ctx, { id, version: 1, title, definition }));
    made.set(title, { id, title });
    return id;
  };
  const publish = async (ctx: Ctx, id: string, version: number) => {
    must(await publishSequence(ctx, { id, version }));
    must(await startSequence(ctx, { id }));
  };
  time.add(time.on(0), async (ctx) => {
    await publish(ctx, await create(ctx, "After the analysis", definitionOf("analysis-without-call")), 2);
    await publish(ctx, await create(ctx, "Code not used yet", definitionOf("code-unused")), 2);
    await publish(ctx, await create(ctx, "Three first automations", ideas), 2);
  });
  time.add(time.on(34), async (ctx) => publish(ctx, await create(ctx, "Quarter-end round", round(1)), 2));
  time.add(time.on(60), async (ctx) => {
    const id = idOf("Quarter-end round");
    must(await saveDraft(ctx, { id, version: 2, title: "Quarter-end round", definition: round(2) }));
    must(await publishSequence(ctx, { id, version: 3 }));
  });
  for (let day = 5; day < 90; day += 7)
    time.add(time.on(day), async (ctx) => {
      for (const { email } of await newcomers(ctx)) await enrol(ctx, { id: idOf("Three first automations"), email });
    });
  for (const [place, client] of clients.entries())
    if (place % 4 === 1)
      time.add(time.on((place % 8 < 4 ? 35 : 61) + (place % 3)), (ctx) =>
        enrol(ctx, { id: idOf("Quarter-end round"), email: client.email }),
      );
  for (let day = 1; day < 90; day += 1) {
    const at = time.on(day);
    if (weekdayNumber(utcDate(at)) > 5 || after(at, { hours: 3 }) >= time.now) continue;
    time.add(at, (ctx) => sendDue(ctx, [...made.values()]));
    time.add(after(at, { hours: 2 }), (ctx) => respond(ctx, time, at));
  }
  time.add(after(time.now, { hours: -0.2 }), async (ctx) => {
    must(await pauseSequence(ctx, { id: idOf("Code not used yet") }));
    must(await stopSequence(ctx, { id: idOf("Quarter-end round") }));
    await create(ctx, "Workshop invitation", invitation);
    await pauseTwo(ctx, idOf("Three first automations"));
  });
}

const newcomers = (ctx: Ctx) =>
  ctx.db
    .select({ email: accessRequest.email })
    .from(accessRequest)
    .where(
      and(gt(accessRequest.requestedAt, after(ctx.now, { days: -7 })), like(accessRequest.email, demoAddressPattern)),
    )
    .orderBy(accessRequest.email);

async function sendDue(ctx: Ctx, sequences: readonly Made[]) {
  const only = sequences.map(({ id }) => id);
  const rates = { perMinute: 1000, perDomain: 1000 };
  while ((await advanceDue(ctx, { only, rates })).claimed > 0);
}

/** Adds replies, bounces and clicks for the mails of the batch at `at`. */
async function respond(ctx: Ctx, time: Timeline, at: Date) {
  const mails = await ctx.db
    .select({ id: message.id, to: message.toAddress, links: message.links, unsubscribeKey: enrollment.unsubscribeKey })
    .from(enrollmentStep)
    .innerJoin(message, eq(message.id, enrollmentStep.messageId))
    .innerJoin(enrollment, eq(enrollment.id, enrollmentStep.enrollmentId))
    .where(and(eq(enrollmentStep.at, at), isNull(enrollmentStep.bouncedAt), sql`age(${message}.xmin) <= 0`))
    .orderBy(message.toAddress);
  for (const mail of mails) {
    const chance = time.chance();
    if (chance < 0.03) await bounce(ctx, mail.id);
    else if (chance < 0.05) await leaveOutreach(ctx, { token: outreachToken(mail.unsubscribeKey), by: "one-click" });
    else if (chance < 0.06) await recordComplaint(ctx, { messageIds: [mail.id] });
    else if (chance < 0.14) await answer(ctx, mail, "reply", time.pick(answers));
    else if (chance < 0.18) await answer(ctx, mail, "out_of_office", "I am back on Monday.");
    else if (chance < 0.5 && mail.links) await click(ctx, mail.id);
  }
}

const answers = [
  "Thank you. Can we talk on Thursday afternoon?",
  "Please send me the sample. My colleague in operations decides.",
  "Not this quarter. Ask me again in spring.",
];

const bounce = (ctx: Ctx, id: string) =>
  recordNotification(ctx, {
    messageIds: [id],
    reports: [{ action: "failed", status: "5.1.1", detail: "550 5.1.1 The email account does not exist." }],
  });

const answer = (ctx: Ctx, { id, to }: { id: string; to: string }, kind: "reply" | "out_of_office", text: string) =>
  recordReply(ctx, {
    inboundKey: `${id}-${kind}`,
    from: to,
    subject: kind === "reply" ? "Re: Your analysis" : "Out of office",
    text,
    kind,
    reason: kind === "reply" ? null : "It is an absence notice.",
    namedMessages: [id],
    referredIds: [],
  });

async function click(ctx: Ctx, id: string) {
  await followLink({ ...ctx, actor: anonymous }, linkAddress(id, 0).split("/").at(-1)!, {
    ...{ method: "GET", headers: new Headers(browser), address: "203.0.113.41", isPrivate: false },
    siteUrl: env().SITE_URL,
  });
  await judgeDueClicks({ ...ctx, now: after(ctx.now, { hours: 0.5 }) });
}

async function pauseTwo(ctx: Ctx, sequenceId: string) {
  const open = await ctx.db
    .select({ id: enrollment.id })
    .from(enrollment)
    .where(and(eq(enrollment.sequenceId, sequenceId), eq(enrollment.state, "active")))
    .orderBy(enrollment.enrolledAt)
    .limit(2);
  for (const { id: enrollmentId } of open) must(await pauseEnrollment(ctx, { enrollmentId }));
}
