import { type SQL, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { variableLabels } from "#app/lib/formats/mail-variables.ts";
import { newsletterIssue } from "./tables.server.ts";

/** Like `withVariableNames`. */
const subject = Object.entries(variableLabels).reduce<SQL>(
  (text, [name, label]) =>
    sql`regexp_replace(${text}, ${`\\{\\{\\s*${name}\\s*(\\|[^{}]*)?\\}\\}`}, ${`[${label}]`}, 'g')`,
  sql`${newsletterIssue.subject}`,
);

export const nameIssues = auditNames(
  newsletterIssue,
  sql<string>`coalesce(nullif(${subject}, ''), 'Issue without a subject')`,
);
