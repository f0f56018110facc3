import { and, desc, eq, isNull } from "drizzle-orm";
import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrollmentStep } from "./tables.server.ts";

/* What became of the mails of sequences, for the figures: the first bounce, human click, reply and complaint of each. */

const columns = {
  "mail.bounced": "bouncedAt",
  "mail.clicked": "clickedAt",
  "mail.replied": "repliedAt",
  "mail.complained": "complainedAt",
} as const;
const isOutcome = (name: string): name is keyof typeof columns => name in columns;

/** Notes on its step what an event says about a mail. Idempotent; other events and mails change nothing. */
export async function recordOutcome(ctx: Ctx, { name, payload, occurredAt }: LoggedEvent): Promise<void> {
  const messageId = payload["messageId"];
  if (!isOutcome(name) || typeof messageId !== "string" || !isUuid(messageId)) return;
  const column = columns[name];
  await ctx.db
    .update(enrollmentStep)
    .set({ [column]: occurredAt })
    .where(and(eq(enrollmentStep.messageId, messageId), isNull(enrollmentStep[column])));
}

/** Counts an unsubscription for the last mail of the enrollment that the link belongs to. */
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
