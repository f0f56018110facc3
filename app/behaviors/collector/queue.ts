export type Data = Record<string, unknown>;
/** Adds a row of the analytics payloads. Rows without a `page_path` get that of the open page. */
export type Add = (type: string, data: Data) => void;
/** Ids of the visit, added to each row. */
export type Identity = { session_id?: string; admin_user_id?: string };

const maxRows = 20;
const waitMs = 5000;

/**
 * Rows waiting to be sent. A flush is one message of at most 20 rows, well below the 64 KB that a beacon may have: when 20 rows
 * are waiting, five seconds after the first one, or when the page calls `flush`.
 */
export function makeQueue(
  post: (body: string) => void,
  identity: () => Identity,
  later: (run: () => void, ms: number) => unknown,
): [add: Add, flush: () => void] {
  let rows: object[] = [];
  const flush = () => {
    if (rows.length > 0) post(JSON.stringify(rows.map((row) => ({ ...identity(), ...row }))));
    rows = [];
  };
  const add: Add = (type, data) => {
    const count = rows.push({ type, data });
    if (count === maxRows) flush();
    else if (count === 1) later(flush, waitMs);
  };
  return [add, flush];
}

/** Sends without waiting, also while the page is being left: a beacon, or a request that outlives the page. */
export function post(address: string, body: string): void {
  if (!navigator.sendBeacon?.(address, body))
    void fetch(address, { method: "POST", body, keepalive: true }).catch(() => {});
}
