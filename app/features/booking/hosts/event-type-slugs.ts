/** Slugs of the two event types of a new installation (spec: call-kinds). */
export const strategySession = "strategy-session";
export const blueprintUnlockCall = "blueprint-unlock-call";

/** Whether pages of the site, or the unlocking of a blueprint, lead to this event type. */
export const isBuiltIn = (slug: string): boolean => slug === strategySession || slug === blueprintUnlockCall;
