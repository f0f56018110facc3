import { eq } from "drizzle-orm";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { addSubscriber } from "../newsletter.server.ts";
import { newsletterPending } from "../tables.server.ts";
import { lockAddresses } from "./address-turns.server.ts";
import { moveSubscription } from "./leaving.server.ts";

/** Subscribes the address of a confirmation link, once; mails the welcome. Refuses used, expired and invalid keys. */
export async function confirmSubscription(ctx: Ctx, { key }: { key: string }): Promise<Result<undefined, NotFound>> {
  return inTransaction(ctx, async (tx) => {
    const [found] = await tx.db.select().from(newsletterPending).where(eq(newsletterPending.key, key));
    if (!found) return notFound();
    await lockAddresses(tx, [found.email, found.replaces ?? found.email]);
    const [pending] = await tx.db.delete(newsletterPending).where(eq(newsletterPending.key, key)).returning();
    if (!pending) return notFound();
    const { key: unsubscribeKey, replaces, ...signup } = pending;
    // The link stays in the mailbox: opened again it says that the address is confirmed.
    if (replaces === null) await addSubscriber(tx, { ...signup, unsubscribeKey, confirmedAt: tx.now });
    else await moveSubscription(tx, { oldEmail: replaces, newEmail: signup.email, confirmedAt: tx.now });
    return ok(undefined);
  });
}
