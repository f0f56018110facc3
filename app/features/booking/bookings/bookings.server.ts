export {
  type AgendaCall,
  type CallFile,
  listCalls,
  listCallsOf,
  readAgenda,
  readCallFile,
  readSharedAgenda,
} from "./agenda.server.ts";
export { findBookedBlueprint, listBlueprintCalls } from "./blueprint-calls.server.ts";
export { listBookedZones } from "./booked-zones.server.ts";
export { bookCall } from "./booking.server.ts";
export { listBookingRecords } from "./booking-records.server.ts";
export { addressesWithNextCall, listNextCalls } from "./next-calls.server.ts";
export { markCall } from "./outcome.server.ts";
export { listOwnCalls } from "./own-calls.server.ts";
export { cancelCall, cancelForFirm, moveCall, moveForFirm } from "./reschedule.server.ts";
export { listCallsOfToday, listFailingCalendars } from "./today.server.ts";
