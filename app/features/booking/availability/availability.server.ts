/** Free times, and what a visitor may see of a call, for other features and routes. */
export { findCalendarFile, findCall, findEventType, findMonth, listSlots } from "./calendar.server.ts";
export { listFirstTimes } from "./first-times.server.ts";
export { holdSlot, releaseHold } from "./holds.server.ts";
