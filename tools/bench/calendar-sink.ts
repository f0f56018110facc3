/** Serves generated calendars on a free loopback port, in a worker thread: `/NAME/anything.ics` returns the file NAME. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const files = workerData as Record<string, string>;
const server = createServer(({ url = "" }, response) => {
  const file = files[url.split("/")[1] ?? ""];
  if (file === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/calendar; charset=utf-8" }).end(file);
});
server.listen(0, "127.0.0.1", () => parentPort!.postMessage({ port: (server.address() as AddressInfo).port }));
