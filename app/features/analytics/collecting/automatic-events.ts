/** Event types that pages report without a visitor's action (decision 0140). A visit with one page and no other event is a bounce. */
export const automaticEventTypes = ["engagement", "error", "security_event"] as const;

export const securityEventType = "security_event";
