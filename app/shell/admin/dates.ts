export { dayOf, momentOf } from "#app/lib/us-dates.ts";
