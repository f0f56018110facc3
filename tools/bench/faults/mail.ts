import { setTimeout as pause } from "node:timers/promises";
import { type MailServerRules, startMailServer } from "../../../tests/fakes/mail-server.ts";
import type { Outcome } from "./fault.ts";
import { withDatabase } from "./site.ts";
import { withSite } from "./with-site.ts";

/** Accelerated time: number of shortened backoffs, which together stand for about two hours. */
const outageRounds = 4;

/**
 * Runs the product under load with a failing mail server for several attempts per mail, shortening the backoff in the database,
 * then lets it recover. Every confirmation of an acknowledged request must arrive once.
 */
export async function withMailOutage(trouble: {
  rules?: (isOver: () => boolean) => MailServerRules;
  /** Nothing listens during the outage. */
  isDown?: boolean;
}): Promise<Outcome> {
  let isOver = false;
  const rules = trouble.rules?.(() => isOver) ?? {};
  const port = trouble.isDown ? await freePort() : undefined;
  let server = trouble.isDown ? undefined : await startMailServer(rules);
  const settings = { SMTP_URL: server?.url ?? `smtp://127.0.0.1:${port}` };
  try {
    return await withSite(
      async ({ dataDir, load }) => {
        for (let round = 0; round < outageRounds; round += 1) {
          await pause(4_000);
          await makeRetriesDue(dataDir);
        }
        isOver = true;
        if (port) server = await startMailServer(rules, port);
        const healedAt = performance.now();
        await load.end();
        const wanted = new Set(load.acknowledged);
        const arrived = () => new Set(server!.recipients().filter((address) => wanted.has(address)));
        while (arrived().size < wanted.size && performance.now() - healedAt < 60_000) {
          await makeRetriesDue(dataDir);
          await pause(1_000);
        }
        const seconds = ((performance.now() - healedAt) / 1000).toFixed(0);
        const confirmations = server!.recipients().filter((address) => wanted.has(address));
        const twice = confirmations.length - new Set(confirmations).size;
        const missing = wanted.size - arrived().size;
        const problems = [];
        if (missing > 0) problems.push(`${missing} confirmations did not arrive`);
        if (twice > 0) problems.push(`${twice} confirmations arrived twice`);
        return {
          notes: [
            `${arrived().size} of ${wanted.size} confirmations arrived within ${seconds} s of the end, ${twice} twice`,
          ],
          problems,
        };
      },
      { settings, endsLoad: true },
    );
  } finally {
    await server?.close();
  }
}

/** Makes pending retries due now. */
const makeRetriesDue = (dataDir: string) =>
  withDatabase(dataDir, (client) =>
    client.query("update message set next_attempt_at = now() where status = 'queued' and next_attempt_at > now()"),
  );

async function freePort(): Promise<number> {
  const server = await startMailServer();
  await server.close();
  return Number(new URL(server.url).port);
}
