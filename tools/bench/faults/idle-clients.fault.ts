import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { withSite } from "./with-site.ts";

const clients = 5_000;

export const fault: Fault = {
  title: "5,000 idle clients and 500 that send a byte a second, for 20 s",
  run: () =>
    withSite(async ({ site, load }) => {
      const port = Number(new URL(site.url).port);
      const sockets: Socket[] = [];
      let refused = 0;
      for (let batch = 0; batch < clients / 250; batch += 1) {
        const opened = Array.from({ length: 250 }, () => {
          const socket = connect(port, "127.0.0.1");
          socket.on("error", () => {
            refused += 1;
          });
          socket.on("data", () => {});
          return socket;
        });
        sockets.push(...opened);
        await pause(50);
      }
      for (const socket of sockets.slice(0, 500))
        socket.write("POST /api/functions/request-access-code HTTP/1.1\r\nhost: x\r\n");
      const before = load.acknowledged.length;
      for (let second = 0; second < 20; second += 1) {
        for (const socket of sockets.slice(0, 500)) if (!socket.destroyed) socket.write("x");
        await pause(1_000);
      }
      const meanwhile = load.acknowledged.length - before;
      const open = sockets.filter((socket) => !socket.destroyed).length;
      for (const socket of sockets) socket.destroy();
      return {
        healedAt: performance.now(),
        notes: [`${open} of ${clients} still open after 20 s, ${refused} refused; ${meanwhile} writes meanwhile`],
        problems: meanwhile < 20 ? ["hardly any write got through"] : [],
      };
    }),
};
