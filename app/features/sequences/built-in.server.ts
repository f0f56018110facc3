import { inArray } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { builtInSequences } from "./built-in.ts";
import { sequence } from "./tables.server.ts";
import { storeVersion } from "./versions.server.ts";

/** Stores the product's missing sequences, published but not started. Idempotent; runs at every start. */
export async function ensureBuiltInSequences(ctx: Ctx): Promise<void> {
  const names = builtInSequences.map(({ name }) => name);
  const known = await ctx.db.select({ name: sequence.name }).from(sequence).where(inArray(sequence.name, names));
  if (known.length === names.length) return;
  await inTransaction(ctx, async (tx) => {
    for (const { name, title, definition } of builtInSequences) {
      const [added] = await tx.db
        .insert(sequence)
        .values({
          ...{ id: newId(), name, title, draft: definition, isBuiltIn: true },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        })
        .onConflictDoNothing({ target: sequence.name })
        .returning({ id: sequence.id });
      if (added) await storeVersion(tx, { sequenceId: added.id, number: 1, definition });
    }
  });
}
