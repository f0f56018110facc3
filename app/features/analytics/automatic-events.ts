/**
 * Types of events that pages report without an action of the visitor (decision 0145). A visit with no other event is a bounce if
 * it has one page.
 */
export const automaticEventTypes = ["engagement", "error", "security_event"] as const;
