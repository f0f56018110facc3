import { type SQL, sql } from "drizzle-orm";
import { ruleKey } from "../collecting/session-key.server.ts";
import { analyticsAcceptedRule, analyticsSession } from "../tables.server.ts";
import { rejectionRules } from "../visits/rejection-rules.ts";

const keys = sql.param(Object.values(rejectionRules).map(ruleKey));

/**
 * A query of the ids of shared sessions, which collect rejected hits of visitors who ask not to be tracked: one session per rule, each
 * for many visitors.
 */
export const sharedSessions: SQL = sql`select s.id from ${analyticsSession} s where s.key = any(${keys}::uuid[])`;

export const acceptedSharedSessions: SQL = sql`${sharedSessions} and s.rule in (select rule from ${analyticsAcceptedRule})`;
