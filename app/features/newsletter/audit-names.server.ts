import { inArray, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit-names.server.ts";
import { newsletterIssue } from "./tables.server.ts";

export const nameIssues = auditNames(({ db }, ids) =>
  db
    .select({
      id: newsletterIssue.id,
      name: sql<string>`coalesce(nullif(${newsletterIssue.subject}, ''), 'Issue without a subject')`,
    })
    .from(newsletterIssue)
    .where(inArray(newsletterIssue.id, ids)),
);
