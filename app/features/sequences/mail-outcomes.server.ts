import { and, desc, eq, isNull } from "drizzle-orm";
import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrolmentStep } from "./tables.server.ts";

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
    .update(enrolmentStep)
    .set({ [column]: occurredAt })
    .where(and(eq(enrolmentStep.messageId, messageId), isNull(enrolmentStep[column])));
}

/** Counts an unsubscription for the last mail of the enrolment that the link belongs to. */
export async function markUnsubscribed(tx: Ctx, enrolmentId: string): Promise<void> {
  const [last] = await tx.db
    .select({ stepId: enrolmentStep.stepId })
    .from(enrolmentStep)
    .where(and(eq(enrolmentStep.enrolmentId, enrolmentId), eq(enrolmentStep.outcome, "mail")))
    .orderBy(desc(enrolmentStep.at))
    .limit(1);
  if (last)
    await tx.db
      .update(enrolmentStep)
      .set({ unsubscribedAt: tx.now })
      .where(and(eq(enrolmentStep.enrolmentId, enrolmentId), eq(enrolmentStep.stepId, last.stepId)));
}
