import { sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { prospect, prospectImport, savedView } from "./tables.server.ts";

const { company, name, email } = prospect;
export const nameProspects = auditNames(
  prospect,
  sql<string>`coalesce(nullif(${company}, ''), nullif(${name}, ''), ${email})`,
);
export const nameImports = auditNames(prospectImport, prospectImport.fileName);
export const nameViews = auditNames(savedView, savedView.name);
