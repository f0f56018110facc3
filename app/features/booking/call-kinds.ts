/** Slugs of the two kinds of call that a fresh installation offers (decision 21). */
export const strategySession = "strategy-session";
export const blueprintUnlockCall = "blueprint-unlock-call";
