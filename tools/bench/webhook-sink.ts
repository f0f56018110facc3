/**
 * Webhook receivers on a free loopback port, in a worker thread: `/1` to `/4` respond with 204, `/hang` never responds. Records
 * per path the milliseconds from the event to each request; `take` returns and clears them.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

/** By path; `ids` has each `webhook-id` once. */
export type Taken = Record<string, { delays: number[]; ids: Set<string> }>;

let taken: Taken = {};
const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  const arrivedAt = Date.now();
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const { timestamp } = JSON.parse(Buffer.concat(pieces).toString()) as { timestamp: string };
  const own = taken[path] ?? { delays: [], ids: new Set() };
  taken[path] = own;
  own.delays.push(arrivedAt - Date.parse(timestamp));
  own.ids.add(String(request.headers["webhook-id"]));
  if (path !== "/hang") response.writeHead(204).end();
});
server.listen(0, "127.0.0.1", () => parentPort!.postMessage({ port: (server.address() as AddressInfo).port }));
parentPort!.on("message", () => {
  parentPort!.postMessage(taken);
  taken = {};
});
