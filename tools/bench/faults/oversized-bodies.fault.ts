import { request } from "node:http";
import type { Fault } from "./fault.ts";
import { withSite } from "./with-site.ts";

const megabyte = Buffer.alloc(1 << 20, 120);

export const fault: Fault = {
  title: "200 bodies of 8 MB, with and without a stated length",
  run: () =>
    withSite(async ({ site }) => {
      const statuses = new Map<string, number>();
      for (let batch = 0; batch < 20; batch += 1)
        await Promise.all(
          Array.from({ length: 10 }, async (_, index) => {
            const status = await sendLarge(site.url, index % 2 === 0);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }),
        );
      const counted = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
      return {
        healedAt: performance.now(),
        notes: [`the senders saw ${counted}`],
        problems: statuses.has("200") || statuses.has("500") ? ["a large body was not refused"] : [],
      };
    }),
};

/** Returns the status, or `closed` if the server closed the connection during the upload. */
const sendLarge = (url: string, isChunked: boolean) =>
  new Promise<string>((resolve) => {
    const sending = request(
      `${url}/api/functions/request-access-code`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(isChunked ? {} : { "content-length": 8 * megabyte.length }),
        },
      },
      (response) => {
        resolve(String(response.statusCode));
        response.resume();
        sending.destroy();
      },
    );
    sending.on("error", () => resolve("closed"));
    for (let part = 0; part < 8; part += 1) sending.write(megabyte);
    sending.end();
  });
