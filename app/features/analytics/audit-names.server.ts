import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { analyticsAnnotation, analyticsFunnel, analyticsImport, analyticsSegment } from "./tables.server.ts";

export const nameSegments = auditNames(analyticsSegment, analyticsSegment.name);
export const nameAnnotations = auditNames(analyticsAnnotation, analyticsAnnotation.text);
export const nameFunnels = auditNames(analyticsFunnel, analyticsFunnel.name);
export const nameHistories = auditNames(analyticsImport, analyticsImport.fileName);
