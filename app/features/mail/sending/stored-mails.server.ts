import type { Ctx } from "#app/platform/context.server.ts";
import { mailWords, message, messageEvent } from "../tables.server.ts";

/** The one way into the outbox: the rows, the first step of their history, and the words they are found by; three statements however many. */
export async function storeMails(
  tx: Ctx,
  rows: readonly (typeof message.$inferInsert & { id: string })[],
): Promise<void> {
  await tx.db.insert(message).values([...rows]);
  await tx.db.insert(messageEvent).values(rows.map(({ id }) => ({ message: id, name: "queued" as const, at: tx.now })));
  await tx.db
    .insert(mailWords)
    .values(
      rows.map(({ id, toAddress, subject }) => ({ message: id, words: `${toAddress} ${subject}`.toLowerCase() })),
    );
}
