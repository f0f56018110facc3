export type Data = Record<string, unknown>;
/** Queues a row of the analytics payloads. Rows without a `page_path` get that of the open page. */
export type Add = (type: string, data: Data) => void;
/** Ids of the visit, added to each row. */
export type Identity = { session_id?: string; admin_user_id?: string };

/**
 * Queues rows and sends them in messages of at most 20 rows, well below a beacon's limit of 64 KB: when 20 rows are queued,
 * five seconds after the first, or on `flush`. Each row carries its age at sending, because the server has no other clock to
 * compare.
 */
export function makeQueue(
  post: (body: string) => void,
  identity: () => Identity,
  later: (run: () => void, ms: number) => unknown,
  now: () => number,
): [add: Add, flush: () => void] {
  let rows: { type: string; data: Data; at: number }[] = [];
  const flush = () => {
    if (rows[0])
      post(JSON.stringify(rows.map(({ at, ...row }) => ({ ...identity(), ...row, age_ms: Math.round(now() - at) }))));
    rows = [];
  };
  const add: Add = (type, data) => {
    const count = rows.push({ type, data, at: now() });
    if (count === 20) flush();
    else if (count === 1) later(flush, 5000);
  };
  return [add, flush];
}

/** Sends without waiting, also during unload: a beacon, or a `keepalive` request. */
export function post(address: string, body: string): void {
  if (!navigator.sendBeacon?.(address, body))
    void fetch(address, { method: "POST", body, keepalive: true }).catch(() => {});
}
