import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { accessBlock, accessCode, accessRequest } from "./tables.server.ts";

export const nameRequests = auditNames(accessRequest, accessRequest.email);
export const nameCodes = auditNames(accessCode, accessCode.email);
export const nameBlocks = auditNames(accessBlock, accessBlock.email);
