import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { demoAnswer } from "#app/lib/forms/mail-answers.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { recordOutcomes } from "../sending/outbox.server.ts";
import { message } from "../tables.server.ts";

/** Records the mails queued by this transaction as sent, `seconds` after they were queued. For demo data. */
export async function recordDemoMailAsSent(tx: Ctx, seconds: number): Promise<void> {
  const queued = await tx.db
    .select({ id: message.id, createdAt: message.createdAt })
    .from(message)
    .where(and(isNotNull(message.nextAttemptAt), sql`age(${message}.xmin) <= 0`));
  if (queued.length === 0) return;
  const ids = queued.map(({ id }) => id);
  await tx.db
    .update(message)
    .set({ status: "sending", attempts: 1, lockedUntil: tx.now })
    .where(inArray(message.id, ids));
  await recordOutcomes(
    tx,
    queued.map(({ id, createdAt }) => ({
      id,
      attempt: 1,
      status: "sent",
      event: "sent",
      at: new Date(createdAt.getTime() + seconds * 1000),
      detail: demoAnswer,
    })),
  );
}
