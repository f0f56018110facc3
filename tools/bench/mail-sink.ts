/**
 * An SMTP server on a free loopback port that accepts and discards every mail; runs in a worker thread. `workerData.latencyMs`
 * delays each response.
 */
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { SMTPServer } from "smtp-server";

const { latencyMs = 0 } = (workerData ?? {}) as { latencyMs?: number };
let taken = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    stream.resume();
    stream.on("end", () => {
      taken += 1;
      if (latencyMs > 0) setTimeout(callback, latencyMs);
      else callback();
    });
  },
});
server.listen(0, "127.0.0.1", () => parentPort!.postMessage({ port: (server.server.address() as AddressInfo).port }));
parentPort!.on("message", () => parentPort!.postMessage({ taken }));
