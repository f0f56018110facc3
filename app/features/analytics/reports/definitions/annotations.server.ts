/*
 * Annotations: admins' notes on a day of the charts, such as a launch or a mailing, shared by all admins. A change requires the version
 * that was read.
 */

import { asc, between, eq } from "drizzle-orm";
import { z } from "zod";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsAnnotation } from "#app/features/analytics/tables.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { changedValues } from "#app/features/security/audit/changed-values.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notFound, type Stale, stale } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";

export const AnnotationInput = z.object({
  // The database has no year 0.
  day: z.iso.date({ error: "Choose a day." }).refine((day) => day >= "1970-01-01", { error: "Choose a later day." }),
  text: text({ max: 200, required: "Enter a text." }),
});
export type AnnotationInput = z.infer<typeof AnnotationInput>;

export const AnnotationEdit = AnnotationInput.extend({ version: z.int() });
export type AnnotationEdit = z.infer<typeof AnnotationEdit>;

/** `day`: YYYY-MM-DD. */
export type Annotation = { id: string; day: string; text: string; version: number };

/** Lists the annotations between two days, inclusive, oldest first. For admin pages. */
export function listAnnotations(
  ctx: Pick<Ctx, "db">,
  { from, to }: { from: string; to: string },
): Promise<Annotation[]> {
  const { id, day, text, version } = analyticsAnnotation;
  const rows = ctx.db.select({ id, day, text, version }).from(analyticsAnnotation);
  return rows
    .where(between(day, from, to))
    .orderBy(asc(day), asc(id))
    .limit(maxListed);
}

const maxListed = 200;

export const addAnnotation = (ctx: Ctx, { day, text }: AnnotationInput): Promise<Result<{ id: string }, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const id = newId();
    await tx.db.insert(analyticsAnnotation).values({ id, day, text, createdBy: userIdOf(tx.actor), createdAt: tx.now });
    return recorded({ action: analyticsAudit.annotationAdded, subject: id, detail: { day } }, { id });
  });

/** Changes the day or the text of an annotation. Refusals: not_found, stale. For admins. */
export const changeAnnotation = (
  ctx: Ctx,
  { annotationId, version, day, text }: AnnotationEdit & { annotationId: string },
): Promise<Result<{ version: number }, NotAdmin | NotFound | Stale>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [note] = await tx.db
      .select()
      .from(analyticsAnnotation)
      .where(eq(analyticsAnnotation.id, annotationId))
      .for("update");
    if (!note) return notFound();
    if (note.version !== version) return stale();
    if (note.day === day && note.text === text) return unrecorded({ version });
    await tx.db
      .update(analyticsAnnotation)
      .set({ day, text, version: version + 1 })
      .where(eq(analyticsAnnotation.id, annotationId));
    return recorded(
      {
        ...{ action: analyticsAudit.annotationChanged, subject: annotationId },
        detail: { day, changes: changedValues({ day: note.day, text: note.text }, { day, text }) },
      },
      { version: version + 1 },
    );
  });

/** Deletes a note. Idempotent. For admins. */
export const deleteAnnotation = (
  ctx: Ctx,
  { annotationId }: { annotationId: string },
): Promise<Result<undefined, NotAdmin>> =>
  adminCommand(ctx, "analytics", async (tx) => {
    const [gone] = await tx.db
      .delete(analyticsAnnotation)
      .where(eq(analyticsAnnotation.id, annotationId))
      .returning({ day: analyticsAnnotation.day });
    if (!gone) return unrecorded();
    return recorded({ action: analyticsAudit.annotationDeleted, subject: annotationId, detail: { day: gone.day } });
  });
