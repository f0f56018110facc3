/** Slugs of the two event types of a new installation (spec: call-kinds). */
export const strategySession = "strategy-session";
export const blueprintUnlockCall = "blueprint-unlock-call";
