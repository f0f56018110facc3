import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startMailServer } from "./mail-server.ts";

test("connections that close before the greeting are not counted", async () => {
  const sink = await startMailServer();
  const open = () => connect(Number(new URL(sink.url).port), "127.0.0.1");
  for (let n = 0; n < 3; n++) {
    const socket = open();
    await once(socket, "connect");
    socket.destroy();
    await once(socket, "close");
  }
  const client = open();
  await once(client, "data");
  expect(sink.busy()).toBe(1);
  client.destroy();
  await expect.poll(() => sink.busy()).toBe(0);
  await sink.close();
});
