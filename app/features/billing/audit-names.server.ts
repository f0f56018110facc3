import { sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { payment } from "./tables.server.ts";

const name = sql<string>`coalesce(nullif(${payment.companyName}, ''), ${payment.email})`;
export const namePayments = auditNames(payment, name);
