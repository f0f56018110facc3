import { eq, inArray } from "drizzle-orm";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { sequence } from "../tables.server.ts";
import { builtInSequences } from "./built-in.ts";
import { isSame } from "./version-changes.ts";
import { newestVersion, type SequenceRow, storeVersion } from "./versions.server.ts";

/**
 * Stores the product's missing sequences, published but not started, and gives those that no admin has edited the current
 * text: published if the sequence is stopped, only as its draft if it is started, for an admin to publish. Idempotent; runs at
 * every start.
 */
export async function ensureBuiltInSequences(ctx: Ctx): Promise<void> {
  const names = builtInSequences.map(({ name }) => name);
  const known = await ctx.db.select().from(sequence).where(inArray(sequence.name, names));
  const isCurrent = ({ name, title, definition }: BuiltIn) =>
    known.some((row) => row.name === name && row.title === title && isSame(row.draft, definition));
  if (builtInSequences.every(isCurrent)) return;
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
    const rows = await tx.db
      .select()
      .from(sequence)
      .where(inArray(sequence.name, names))
      .orderBy(sequence.name)
      .for("update");
    for (const row of rows) await updateText(tx, row);
  });
}

type BuiltIn = (typeof builtInSequences)[number];

/** `version` counts the saves of admins, whose texts are kept. */
async function updateText(tx: Ctx, row: SequenceRow): Promise<void> {
  const { title, definition } = builtInSequences.find(({ name }) => name === row.name)!;
  if (!row.isBuiltIn || (row.title === title && isSame(row.draft, definition))) return;
  const newest = await newestVersion(tx, row.id);
  const isRestored = newest?.number === 1 && isSame(newest.definition, row.draft);
  if (row.version !== 1 && !isRestored) return;
  await tx.db.update(sequence).set({ title, draft: definition, updatedAt: tx.now }).where(eq(sequence.id, row.id));
  if (!row.startedAt && newest && !isSame(newest.definition, definition))
    await storeVersion(tx, { sequenceId: row.id, number: newest.number + 1, definition });
}
