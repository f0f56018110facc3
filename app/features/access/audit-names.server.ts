import { inArray } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { accessBlock, accessCode, accessRequest } from "./tables.server.ts";

export const nameRequests = auditNames(({ db }, ids) =>
  db
    .select({ id: accessRequest.id, name: accessRequest.email })
    .from(accessRequest)
    .where(inArray(accessRequest.id, ids)),
);

export const nameCodes = auditNames(({ db }, ids) =>
  db.select({ id: accessCode.id, name: accessCode.email }).from(accessCode).where(inArray(accessCode.id, ids)),
);

export const nameBlocks = auditNames(({ db }, ids) =>
  db.select({ id: accessBlock.id, name: accessBlock.email }).from(accessBlock).where(inArray(accessBlock.id, ids)),
);
