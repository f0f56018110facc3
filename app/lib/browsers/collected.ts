export type CollectedRow = { type: "event" | "conversion"; data: Record<string, unknown> };

const maxWaiting = 50;
const waiting: CollectedRow[] = [];
let receive = (row: CollectedRow): void => {
  if (waiting.length < maxWaiting) waiting.push(row);
};

/** Passes a row to the collector (app/behaviors/collector.ts); rows wait until it is loaded. Never throws. */
export const collect = (row: CollectedRow): void => receive(row);

export function receiveCollected(receiver: (row: CollectedRow) => void): void {
  receive = receiver;
  for (const row of waiting.splice(0)) receiver(row);
}
