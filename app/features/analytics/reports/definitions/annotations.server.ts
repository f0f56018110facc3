import { asc, between } from "drizzle-orm";
import { z } from "zod";
import { analyticsAudit } from "#app/features/analytics/audit.ts";
import { analyticsAnnotation } from "#app/features/analytics/tables.server.ts";
import { text } from "#app/lib/text.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { sharedRecords } from "./shared-records.server.ts";

/* Annotations: notes on a day of the charts, such as a launch or a mailing, shared by all admins. */

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

const annotations = sharedRecords<AnnotationInput>({
  table: analyticsAnnotation,
  actions: {
    created: analyticsAudit.annotationAdded,
    changed: analyticsAudit.annotationChanged,
    deleted: analyticsAudit.annotationDeleted,
  },
  detail: ({ day }) => ({ day }),
});

export const addAnnotation = annotations.create;

export const changeAnnotation = (
  ctx: Ctx,
  { annotationId, version, ...values }: AnnotationEdit & { annotationId: string },
) => annotations.change(ctx, annotationId, version, values);

export const deleteAnnotation = (ctx: Ctx, { annotationId }: { annotationId: string }) =>
  annotations.delete(ctx, annotationId);
