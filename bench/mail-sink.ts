/** An SMTP server on a free loopback port that takes every mail and keeps none; runs in a thread of its own. */
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";
import { SMTPServer } from "smtp-server";

let taken = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    stream.resume();
    stream.on("end", () => {
      taken += 1;
      callback();
    });
  },
});
server.listen(0, "127.0.0.1", () => parentPort!.postMessage({ port: (server.server.address() as AddressInfo).port }));
parentPort!.on("message", () => parentPort!.postMessage({ taken }));
