/** Slugs of the two event types that a fresh installation offers (spec: call-kinds). */
export const strategySession = "strategy-session";
export const blueprintUnlockCall = "blueprint-unlock-call";
