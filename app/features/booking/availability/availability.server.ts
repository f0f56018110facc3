/** Free slots, and the parts of a call that visitors can see, for other features and routes. */
export type { CallLengths } from "./calendar.server.ts";
export { findCalendarFile, findCall, findCallLengths, findEventType, findMonth, listSlots } from "./calendar.server.ts";
export { listFirstTimes } from "./first-times.server.ts";
export { holdSlot, releaseHold } from "./holds.server.ts";
