import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrollment, enrollmentStep } from "../tables.server.ts";

/* Outcomes of sequence mails, for the figures: the first bounce, human click, reply and complaint of each. */

const columns = {
  "mail.bounced": "bouncedAt",
  "mail.clicked": "clickedAt",
  "mail.replied": "repliedAt",
  "mail.complained": "complainedAt",
} as const;
const isOutcome = (name: string): name is keyof typeof columns => name in columns;

/** Records on the mail's step the outcome in an event. Idempotent; ignores other events and mails. */
export async function recordOutcome(ctx: Ctx, { name, payload, occurredAt }: LoggedEvent): Promise<void> {
  const messageId = payload["messageId"];
  if (!isOutcome(name) || typeof messageId !== "string" || !isUuid(messageId)) return;
  const column = columns[name];
  await ctx.db
    .update(enrollmentStep)
    .set({ [column]: occurredAt })
    .where(and(eq(enrollmentStep.messageId, messageId), isNull(enrollmentStep[column])));
}

/** Columns of a query of enrollments: how many mails were queued, and how many of them a mail server refused. */
export const mailCounts = {
  mails: sql<number>`(select count(*) from ${enrollmentStep} s where s.enrollment_id = ${enrollment.id} and s.outcome = 'mail')::int`,
  refused: sql<number>`(select count(s.bounced_at) from ${enrollmentStep} s where s.enrollment_id = ${enrollment.id} and s.outcome = 'mail')::int`,
};

/** Attributes an unsubscription to the last mail of the link's enrollment. */
export async function markUnsubscribed(tx: Ctx, enrollmentId: string): Promise<void> {
  const [last] = await tx.db
    .select({ stepId: enrollmentStep.stepId })
    .from(enrollmentStep)
    .where(and(eq(enrollmentStep.enrollmentId, enrollmentId), eq(enrollmentStep.outcome, "mail")))
    .orderBy(desc(enrollmentStep.at))
    .limit(1);
  if (last)
    await tx.db
      .update(enrollmentStep)
      .set({ unsubscribedAt: tx.now })
      .where(and(eq(enrollmentStep.enrollmentId, enrollmentId), eq(enrollmentStep.stepId, last.stepId)));
}
