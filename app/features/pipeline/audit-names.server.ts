import { inArray, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { prospect, prospectImport, savedView } from "./tables.server.ts";

/** Prospects are named by company, name or email, imports by their file, views by their name. */
export const nameProspects = auditNames(({ db }, ids) =>
  db
    .select({
      id: prospect.id,
      name: sql<string>`coalesce(nullif(${prospect.company}, ''), nullif(${prospect.name}, ''), ${prospect.email})`,
    })
    .from(prospect)
    .where(inArray(prospect.id, ids)),
);

export const nameImports = auditNames(({ db }, ids) =>
  db
    .select({ id: prospectImport.id, name: prospectImport.fileName })
    .from(prospectImport)
    .where(inArray(prospectImport.id, ids)),
);

export const nameViews = auditNames(({ db }, ids) =>
  db.select({ id: savedView.id, name: savedView.name }).from(savedView).where(inArray(savedView.id, ids)),
);
