import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { sequence } from "./tables.server.ts";

export const nameSequences = auditNames(sequence, sequence.title);
