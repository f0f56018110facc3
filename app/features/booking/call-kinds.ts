/** Slugs of the two kinds of call that a fresh installation offers (spec: call-kinds). */
export const strategySession = "strategy-session";
export const blueprintUnlockCall = "blueprint-unlock-call";
