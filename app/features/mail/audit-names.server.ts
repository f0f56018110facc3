import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { message, suppression } from "./tables.server.ts";

export const nameMails = auditNames(message, message.subject);
export const nameSuppressions = auditNames(suppression, suppression.address);
