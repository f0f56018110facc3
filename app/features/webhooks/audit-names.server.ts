import { sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { webhookEndpoint } from "./tables.server.ts";

const { url, description } = webhookEndpoint;

/** The audit log names endpoints by description or host, because the path of a URL can contain a key. */
const name = sql<string>`coalesce(nullif(${description}, ''), substring(${url} from '^[^:]+://([^/?#]+)'))`;

export const nameEndpoints = auditNames(webhookEndpoint, name);
