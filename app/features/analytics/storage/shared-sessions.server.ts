import { ruleKey } from "../collecting/session-key.server.ts";
import { rejectionRules } from "../visits/rejection-rules.ts";

const keys = Object.values(rejectionRules).map((rule) => `'${ruleKey(rule)}'`);

/**
 * A query of the ids of shared sessions, which collect rejected hits of visitors who ask not to be tracked: one session per rule, each
 * for many visitors.
 */
export const sharedSessions = `select s.id from analytics_session s where s.key in (${keys.join(", ")})`;

export const acceptedSharedSessions = `${sharedSessions} and s.rule in (select rule from analytics_accepted_rule)`;
