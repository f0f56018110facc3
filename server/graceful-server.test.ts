import { once } from "node:events";
import { Agent, get, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { GracefulServer } from "./graceful-server.ts";

/** `/now` is handled at once, like a frozen page; `/slow` after `slowMs`. */
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
  /** Starts a slow request and returns once the server has it; the response follows. */
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
  const closed = graceful.close({ graceMs: 0, limitMs: 5_000 });
  const refused = () => send("/now").catch((error: Error) => error.message);
  await expect.poll(refused, { interval: 5 }).toMatch(/ECONNREFUSED/);
  expect(await inProgress).toEqual({ text: "slow", connection: "close" });
  await closed;
  expect(performance.now() - began).toBeLessThan(2_000);
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
  expect(performance.now() - began).toBeLessThan(1_500);
  expect((await failure)[0]).toMatchObject({ code: "ECONNRESET" });
});

test("no request fails while clients with persistent connections keep sending", async () => {
  const { graceful, send } = await startServer(5);
  let isRefused = false;
  const failures: unknown[] = [];
  let answered = 0;
  const clients = Array.from({ length: 20 }, async (_, client) => {
    while (!isRefused) {
      await send(client % 2 ? "/now" : "/slow").then(
        () => {
          answered += 1;
        },
        (error: NodeJS.ErrnoException) => {
          if (error.code === "ECONNREFUSED") isRefused = true;
          else failures.push(error);
        },
      );
    }
  });
  await expect.poll(() => answered, { interval: 5, timeout: 30_000 }).toBeGreaterThan(200);
  await graceful.close({ graceMs: 2_000, limitMs: 5_000 });
  await Promise.all(clients);
  expect(answered).toBeGreaterThan(100);
  expect(failures).toEqual([]);
});
