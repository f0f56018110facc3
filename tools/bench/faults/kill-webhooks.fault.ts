import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { newSecret } from "../../../app/features/webhooks/sending/signing.server.ts";
import { formatNumber } from "../../../app/lib/numbers.ts";
import { useSettings as setSettings } from "../../../app/platform/env.server.ts";
import { sealText } from "../../../app/platform/secrets/sealed-text.server.ts";
import type { Fault } from "./fault.ts";
import { removeFolder, scratchFolder, secret, startProcess, withDatabase } from "./site.ts";

const events = 5000;
const endpoints = 2;
const deliveries = events * endpoints;
/** Shares of deliveries after which the process is killed. */
const killAt = [0.02, 0.15, 0.35, 0.6, 0.85];
/** Claims of one process per endpoint: the most that a kill can cause to be sent again. */
const claims = 32;

/** Counts requests by endpoint and `webhook-id`, with their bodies. */
async function startCounting() {
  const bodies = new Map<string, string[]>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    requests += 1;
    const key = `${request.url} ${request.headers["webhook-id"]}`;
    bodies.set(key, [...(bodies.get(key) ?? []), Buffer.concat(pieces).toString()]);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bodies, count: () => requests, close: () => server.close() };
}

async function queue(client: pg.Client, url: string) {
  setSettings(secret);
  for (let n = 0; n < endpoints; n += 1)
    await client.query(
      `insert into webhook_endpoint (id, url, description, events, headers, header_names, secret, secret_created_at, created_at)
       values (gen_random_uuid(), $1, '', '{kit.downloaded}', $2, '{}', $3, now(), now())`,
      [`${url}/${n}`, sealText("[]"), sealText(newSecret())],
    );
  await client.query(
    `insert into event (id, name, version, payload, actor_kind, occurred_at)
     select gen_random_uuid(), 'kit.downloaded', 1, '{"userId":null,"email":null,"kitVersion":"1.0"}', 'system', now()
     from generate_series(1, $1)`,
    [events],
  );
  await client.query(
    `insert into webhook_delivery (id, endpoint_id, kind, event_id, message_id, event_name, occurred_at, next_attempt_at, created_at)
     select gen_random_uuid(), e.id, 'event', v.id, v.id, v.name, v.occurred_at, now(), now()
     from event v cross join webhook_endpoint e where v.name = 'kit.downloaded'`,
  );
}

async function until(condition: () => boolean, seconds: number, what: string) {
  for (const deadline = performance.now() + seconds * 1000; !condition(); await pause(2))
    if (performance.now() > deadline) throw new Error(`${what} within ${seconds} s`);
}

export const fault: Fault = {
  title: `\`kill -9\` of Node ${killAt.length} times while it sends ${formatNumber(deliveries)} webhooks`,
  run: async () => {
    const folder = scratchFolder();
    const dataDir = `${folder}/data`;
    const receiver = await startCounting();
    const settings = { ...secret, WEBHOOK_ALLOW_PRIVATE: "on" };
    const start = () => startProcess({ dataDir, settings });
    const waits: number[] = [];
    let site = await start();
    try {
      await site.stop();
      await withDatabase(dataDir, (client) => queue(client, receiver.url));
      site = await start();
      for (const share of killAt) {
        await until(() => receiver.count() >= share * deliveries, 120, `${share * deliveries} requests did not arrive`);
        site.signal("SIGKILL");
        await site.ended();
        const killedAt = performance.now();
        // The lease of the process's claims ends after two minutes.
        await withDatabase(dataDir, (client) =>
          client.query("update webhook_delivery set next_attempt_at = now() where status = 'pending'"),
        );
        const before = receiver.count();
        site = await start();
        await until(() => receiver.count() > before, 60, "no request arrived after a restart");
        waits.push(performance.now() - killedAt);
      }
      await until(() => receiver.bodies.size === deliveries, 180, "the deliveries did not end");
      await site.stop();
      const delivered = await withDatabase(dataDir, async (client) => {
        const { rows } = await client.query(
          "select count(*)::int as n from webhook_delivery where status = 'delivered'",
        );
        return rows[0].n as number;
      });
      const twice = receiver.count() - deliveries;
      const changed = [...receiver.bodies.values()].filter((same) => new Set(same).size > 1).length;
      return {
        saw: `${receiver.count()} requests, ${twice} of them repeated with the same webhook-id and body`,
        lost: `${deliveries - receiver.bodies.size} of ${deliveries}`,
        recoveredMs: Math.round(Math.max(...waits)),
        problems: [
          ...(delivered === deliveries ? [] : [`${delivered} of ${deliveries} are recorded as delivered`]),
          ...(changed > 0 ? [`${changed} repeated requests had another body`] : []),
          ...(twice > killAt.length * claims * endpoints ? [`${twice} repeated requests`] : []),
        ],
      };
    } finally {
      await site.stop();
      receiver.close();
      removeFolder(folder);
    }
  },
};
