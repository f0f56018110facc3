import { and, asc, eq, inArray, ne } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { sequencesAudit } from "../audit.ts";
import { doneIn } from "../definitions/version-changes.ts";
import { newestVersion, readVersions } from "../definitions/versions.server.ts";
import { lockSequence } from "../sequences.server.ts";
import { enrollment } from "../tables.server.ts";
import { nextDues } from "./enrolling.server.ts";

/**
 * Moves everyone who is in an older version of a sequence to the newest one. They continue after the last step that they have done in
 * both; mail that is queued already is sent as it is. `left`: people who are in another sequence with the new version's goal.
 * Idempotent. Refusals: not_found, no_version, stale (a newer version than the admin saw). For admins.
 */
export function moveToNewest(
  ctx: Ctx,
  { id, number }: { id: string; number: number },
): Promise<Result<{ moved: number; left: number }, NotAdmin | NotFound | Refusal<"no_version" | "stale">>> {
  return adminCommand(ctx, "sequences", async (tx) => {
    if (!(await lockSequence(tx, id))) return notFound();
    const newest = await newestVersion(tx, id);
    if (!newest) return refuse("no_version");
    if (newest.number !== number) return refuse("stale");
    const { goal } = newest.definition;
    const rows = await tx.db
      .select()
      .from(enrollment)
      .where(
        and(
          eq(enrollment.sequenceId, id),
          inArray(enrollment.state, ["active", "paused"]),
          ne(enrollment.versionId, newest.id),
        ),
      )
      .orderBy(asc(enrollment.id))
      .for("update");
    const versions = await readVersions(
      tx,
      rows.map(({ versionId }) => versionId),
    );
    const others = await tx.db
      .select({ prospectId: enrollment.prospectId })
      .from(enrollment)
      .where(
        and(
          ne(enrollment.sequenceId, id),
          eq(enrollment.goal, goal),
          inArray(enrollment.state, ["active", "paused"]),
          inArray(
            enrollment.prospectId,
            rows.map(({ prospectId }) => prospectId),
          ),
        ),
      );
    const taken = new Set(others.map(({ prospectId }) => prospectId));
    const movable = rows.filter((row) => !taken.has(row.prospectId));
    const moved = movable.map((row) => ({
      ...{ ...row, versionId: newest.id, goal },
      done: doneIn(versions.get(row.versionId)!.definition, row.done, newest.definition),
    }));
    const dues = await nextDues(tx, moved);
    for (const [at, { id: enrollmentId, versionId, done, state }] of moved.entries())
      await tx.db
        .update(enrollment)
        .set({ versionId, goal, done, ...(state === "active" && { dueAt: dues[at] }) })
        .where(eq(enrollment.id, enrollmentId));
    const value = { moved: movable.length, left: rows.length - movable.length };
    if (value.moved === 0) return unrecorded(value);
    return recorded(
      { action: sequencesAudit.peopleMoved, subject: id, detail: { people: value.moved, number } },
      value,
    );
  });
}
