import { inArray } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { analyticsAnnotation, analyticsFunnel, analyticsImport, analyticsSegment } from "./tables.server.ts";

export const nameSegments = auditNames(({ db }, ids) =>
  db
    .select({ id: analyticsSegment.id, name: analyticsSegment.name })
    .from(analyticsSegment)
    .where(inArray(analyticsSegment.id, ids)),
);

export const nameAnnotations = auditNames(({ db }, ids) =>
  db
    .select({ id: analyticsAnnotation.id, name: analyticsAnnotation.text })
    .from(analyticsAnnotation)
    .where(inArray(analyticsAnnotation.id, ids)),
);

export const nameFunnels = auditNames(({ db }, ids) =>
  db
    .select({ id: analyticsFunnel.id, name: analyticsFunnel.name })
    .from(analyticsFunnel)
    .where(inArray(analyticsFunnel.id, ids)),
);

export const nameHistories = auditNames(({ db }, ids) =>
  db
    .select({ id: analyticsImport.id, name: analyticsImport.fileName })
    .from(analyticsImport)
    .where(inArray(analyticsImport.id, ids)),
);
