import { once } from "node:events";
import { Agent, get, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { GracefulServer } from "./graceful-server.ts";

/** `/now` responds at once, like a frozen page; `/slow` after `slowMs`. */
async function startServer(slowMs = 300) {
  const graceful = new GracefulServer(
    (incoming, response) => {
      if (incoming.url !== "/now") return false;
      response.writeHead(200, ["content-length", "3"]).end("now");
      return true;
    },
    (_incoming, response) => {
      setTimeout(() => response.end("slow"), slowMs);
    },
  );
  graceful.server.listen(0, "127.0.0.1");
  await once(graceful.server, "listening");
  const { port } = graceful.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const send = async (path: string) => {
    const [response] = (await once(get({ port, path, agent }), "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += chunk;
    return { text, connection: response.headers.connection };
  };
  /** Starts a slow request and returns once the server has received it, with a promise of the response. */
  const startSlow = async () => {
    const arrived = once(graceful.server, "request");
    const inProgress = send("/slow");
    await arrived;
    return { inProgress };
  };
  return { graceful, port, send, startSlow, agent };
}

test("a stopping server asks every client to close its connection, also for requests in progress", async () => {
  const { graceful, send, startSlow } = await startServer();
  expect(await send("/now")).toEqual({ text: "now", connection: "keep-alive" });
  const { inProgress } = await startSlow();
  const closed = graceful.close({ graceMs: 400, limitMs: 5_000 });
  expect(await send("/now")).toEqual({ text: "now", connection: "close" });
  expect(await inProgress).toEqual({ text: "slow", connection: "close" });
  await closed;
  await expect(send("/now")).rejects.toThrow(/ECONNREFUSED/);
});

test("without a grace period nothing new is accepted, and requests in progress finish", async () => {
  const { graceful, send, startSlow } = await startServer(600);
  const { inProgress } = await startSlow();
  const began = performance.now();
  const closed = graceful.close({ graceMs: 0, limitMs: 60_000 });
  const refused = () => send("/now").catch((error: Error) => error.message);
  await expect.poll(refused, { interval: 5 }).toMatch(/ECONNREFUSED/);
  expect(await inProgress).toEqual({ text: "slow", connection: "close" });
  await closed;
  expect(performance.now() - began).toBeLessThan(60_000);
});

test("idle connections do not delay the end, and the limit cuts off what never finishes", async () => {
  const { graceful, send, port } = await startServer(60_000);
  await send("/now");
  const endless = request({ port, path: "/slow" });
  const failure = once(endless, "error");
  const arrived = once(graceful.server, "request");
  endless.end();
  await arrived;
  const began = performance.now();
  await graceful.close({ graceMs: 0, limitMs: 500 });
  expect(performance.now() - began).toBeGreaterThan(450);
  // The request itself would take a minute.
  expect(performance.now() - began).toBeLessThan(60_000);
  expect((await failure)[0]).toMatchObject({ code: "ECONNRESET" });
});

test("no request fails while clients with persistent connections keep sending", async () => {
  const { graceful, port } = await startServer(5);
  // In a separate thread, because clients on this event loop would never leave it idle.
  const clients = new Worker(new URL("../../tests/fixtures/persistent-clients.ts", import.meta.url), {
    workerData: { port },
  });
  expect(await once(clients, "message")).toEqual(["warm"]);
  const result = once(clients, "message");
  await graceful.close({ graceMs: 500, limitMs: 5_000 });
  const [{ answered, failures }] = (await result) as [{ answered: number; failures: string[] }];
  expect(answered).toBeGreaterThan(200);
  expect(failures).toEqual([]);
});
