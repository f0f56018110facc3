import { eq } from "drizzle-orm";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { demoRow } from "#app/features/demo/tables.server.ts";
import { recordDemoMailAsSent } from "#app/features/mail/messages/demo-mail.server.ts";
import { recordComplaint, recordNotification } from "#app/features/mail/receiving/bounces.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { feedIssue } from "#app/features/newsletter/issues/issue-sending.server.ts";
import { createIssue, saveIssue, sendIssue } from "#app/features/newsletter/issues/issues.server.ts";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import type { NewsletterTopic } from "#app/features/newsletter/newsletter-terms.ts";
import { confirmSubscription } from "#app/features/newsletter/subscribers/confirming.server.ts";
import { leaveToken } from "#app/features/newsletter/subscribers/leave-link.server.ts";
import { unsubscribeNewsletter } from "#app/features/newsletter/subscribers/leaving.server.ts";
import { newsletterIssue, newsletterPending, newsletterSubscriber } from "#app/features/newsletter/tables.server.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { anonymous } from "#app/lib/actor.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Client } from "./client.ts";
import { after, must, type Timeline } from "./timeline.ts";

const texts: { subject: string; preview: string; body: string; topic: NewsletterTopic }[] = [
  {
    subject: "Three hours a week back, and what it cost",
    preview: "What lead-to-CRM sync returned, and what it took.",
    body: "This month: **lead to CRM**.\n\n## What changed\n\n- Leads are in the CRM within a minute\n- No one copies them by hand\n\n[See the automation](/automation-grid/S-01)",
    topic: "drawings",
  },
  {
    subject: "What onboarding costs before the first invoice",
    preview: "A checklist that starts itself, with the numbers behind it.",
    body: "This month: **customer onboarding**.\n\n## The numbers\n\nFour people spent six hours a week on it. Two automations brought that to one hour.\n\n[See the automation](/automation-grid/CS-01)",
    topic: "drawings",
  },
  {
    subject: "New dates for the RevOps workshop",
    preview: "One day, your own team, your own processes.",
    body: "The next workshop is open for registration.\n\n[See the program](/training)",
    topic: "training",
  },
  {
    subject: "The analysis now shows what is typical",
    preview: "Every assumed answer is marked, and you can change it.",
    body: "A quick start fills in what is typical for your size. Each assumed answer is now marked.\n\n[Start an analysis](/automation-blueprint-gtmarc)",
    topic: "product",
  },
];

/**
 * Adds subscribers, people who unsubscribed, bounced or complained, four issues in different states, and training
 * registrations.
 */
export function addNewsletter(time: Timeline, clients: readonly Client[]): void {
  const subscribers = clients.filter((_, index) => index % 2 === 0);
  for (const [place, client] of subscribers.entries())
    time.add(time.on(place < 24 ? time.between(2, 40) : time.between(60, 88)), async (ctx) => {
      const page = time.pick(["/", "/pricing", "/automation-grid"] as const);
      must(
        await subscribeNewsletter(asVisitor(ctx), {
          email: client.email,
          source: place % 3 === 0 ? "popup" : "footer",
          metadata: { page },
        }),
      );
      const [pending] = await ctx.db.select().from(newsletterPending).where(eq(newsletterPending.email, client.email));
      if (pending) must(await confirmSubscription(asVisitor(ctx), pending));
      await client.visits.add(ctx, [page, "newsletter.subscribed"], { isForm: true });
    });
  const firstIssue = addSentIssue(time, texts[0]!, time.on(47));
  addSentIssue(time, texts[1]!, time.on(75));
  time.add(time.on(78), (ctx) => writeIssue(ctx, texts[3]!));
  time.add(after(time.now, { hours: -5 }), async (ctx) => {
    const id = await writeIssue(ctx, texts[2]!);
    must(await sendIssue(ctx, { id, version: 2, at: officeHour(after(time.now, { days: 6 })) }));
  });
  const [first, second, third, bounced, full, annoyed] = subscribers;
  for (const [client, day] of [
    [first, 50],
    [second, 58],
    [third, 76],
  ] as const)
    time.add(time.on(day), (ctx) => leave(ctx, client!.email, firstIssue()));
  time.add(after(time.on(47), { hours: 6 }), (ctx) =>
    bounce(ctx, bounced!.email, "5.1.1", "550 5.1.1 The email account does not exist."),
  );
  time.add(after(time.on(75), { hours: 6 }), (ctx) =>
    bounce(ctx, full!.email, "4.2.2", "452 4.2.2 The mailbox is full."),
  );
  time.add(after(time.on(76), { hours: 3 }), async (ctx) => {
    await recordComplaint(ctx, { messageIds: [await newestMail(ctx, annoyed!.email)] });
  });
  for (const client of clients.filter((_, index) => index % 8 === 3))
    time.add(time.on(time.between(10, 88)), async (ctx) => {
      const { firm, role } = client.person;
      must(
        await registerForTraining(asVisitor(ctx), {
          email: client.email,
          companyName: firm.name,
          companyWebsite: undefined,
          role,
          industry: firm.industry,
          trainingProgram: time.pick(trainingTitles()),
          page: "/training",
          sessionId: undefined,
          utm_source: undefined,
          utm_medium: undefined,
          utm_campaign: undefined,
        }),
      );
      await client.visits.add(ctx, ["/training", "training.registered"], { isForm: true });
    });
}

/** Eleven in the morning in New York, or ten in summer. */
const officeHour = (day: Date): Date => new Date(Math.floor(day.getTime() / dayMs) * dayMs + 15 * hourMs);

const asVisitor = (ctx: Ctx): Ctx => ({ ...ctx, actor: anonymous });

/** Marked as demo data at once, because the audience of an issue depends on it (newsletter audience). */
async function writeIssue(ctx: Ctx, text: (typeof texts)[number]): Promise<string> {
  const { id } = must(await createIssue(ctx));
  await ctx.db.insert(demoRow).values({ table: "newsletter_issue", key: id, loadedAt: ctx.now });
  must(await saveIssue(ctx, { id, version: 1, ...text, audience: "everybody", perMinute: 600 }));
  return id;
}

/** Returns a function that gives the id of the issue once it has been written. */
function addSentIssue(time: Timeline, text: (typeof texts)[number], at: Date): () => string {
  let id = "";
  time.add(at, async (ctx) => {
    id = await writeIssue(ctx, text);
    must(await sendIssue(ctx, { id, version: 2, at: null }));
  });
  for (const minutes of [1, 2, 3])
    time.add(new Date(at.getTime() + minutes * minuteMs), async (ctx) => {
      await feedIssue(ctx, id);
      await recordDemoMailAsSent(ctx, 4);
    });
  time.add(new Date(at.getTime() + 4 * minuteMs), async (ctx) => {
    const [issue] = await ctx.db
      .select({ status: newsletterIssue.status })
      .from(newsletterIssue)
      .where(eq(newsletterIssue.id, id));
    if (issue?.status !== "sent") throw new Error(`The issue “${text.subject}” is ${issue?.status} and not sent`);
  });
  return () => id;
}

async function leave(ctx: Ctx, email: string, issue: string) {
  const [found] = await ctx.db
    .select({ unsubscribeKey: newsletterSubscriber.unsubscribeKey })
    .from(newsletterSubscriber)
    .where(eq(newsletterSubscriber.email, email));
  must(
    await unsubscribeNewsletter(asVisitor(ctx), {
      token: leaveToken({ unsubscribeKey: found!.unsubscribeKey, issue }),
      by: "page",
    }),
  );
}

const bounce = async (ctx: Ctx, email: string, status: string, detail: string) =>
  recordNotification(ctx, {
    messageIds: [await newestMail(ctx, email)],
    reports: [{ action: "failed", status, detail }],
  });

async function newestMail(ctx: Ctx, email: string): Promise<string> {
  const mails = await ctx.db
    .select({ id: message.id, list: message.list })
    .from(message)
    .where(eq(message.toAddress, email))
    .orderBy(message.id);
  return (mails.findLast(({ list }) => list === "newsletter") ?? mails.at(-1))!.id;
}
