import { inArray, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { payment } from "./tables.server.ts";

export const namePayments = auditNames(({ db }, ids) =>
  db
    .select({ id: payment.id, name: sql<string>`coalesce(nullif(${payment.companyName}, ''), ${payment.email})` })
    .from(payment)
    .where(inArray(payment.id, ids)),
);
