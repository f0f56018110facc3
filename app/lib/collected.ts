/** A row of the analytics payloads; the collector adds the ids of the visit and the path of the page. */
export type CollectedRow = { type: "event" | "conversion"; data: Record<string, unknown> };

const maxWaiting = 50;
const waiting: CollectedRow[] = [];
let receive = (row: CollectedRow): void => {
  if (waiting.length < maxWaiting) waiting.push(row);
};

/**
 * Passes a row to the collector (app/behaviors/collector.ts). Rows wait until it is loaded; if it never is, as on
 * localhost, nothing is sent. Never throws.
 */
export const collect = (row: CollectedRow): void => receive(row);

/** Registers the collector, which receives the waiting rows and all later ones. */
export function receiveCollected(receiver: (row: CollectedRow) => void): void {
  receive = receiver;
  for (const row of waiting.splice(0)) receiver(row);
}
