/**
 * Types of events that pages report without an action of the visitor (decision 0145). A visit with no other event is a bounce if
 * it has one page.
 */
export const automaticEventTypes = ["engagement", "error", "security_event"] as const;

/** Reports that also appear on the security page. */
export const securityEventType = "security_event";
