import { eq } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { user } from "../tables.server.ts";

/** Locks an account until the end of the transaction, to serialize changes to its credentials. */
export async function lockAccount(tx: Pick<Ctx, "db">, userId: string): Promise<void> {
  await tx.db.select({ id: user.id }).from(user).where(eq(user.id, userId)).for("update");
}
