/**
 * An hour's mixed requests as fast as the machine serves them, and the process's resources meanwhile: resident memory, heap,
 * file descriptors, database connections. SOAK_REQUESTS sets their number (168,000), SOAK_SECONDS the time limit (480). Fails
 * if memory grows by more than 15 % after three tenths.
 */
import { Agent, request } from "node:http";
import { startServer } from "./running-server.ts";

const requests = Number(process.env["SOAK_REQUESTS"] ?? 168_000);
const seconds = Number(process.env["SOAK_SECONDS"] ?? 480);
const clients = 16;
const samples = 20;
/** Resident memory at the end relative to its maximum in the first three tenths. */
const maxGrowth = 1.15;

type Row = {
  requests: number;
  residentMb: number;
  heapMb: number;
  externalMb: number;
  descriptors: number;
  connections: number;
};

export async function run(): Promise<{ rows: Row[]; statuses: Record<string, number>; below: string[] }> {
  const server = await startServer({
    port: Number(process.env["SOAK_PORT"] ?? 3295),
    core: 0,
    settings: { TRUSTED_PROXIES: "127.0.0.1", STOP_GRACE_SECONDS: "0" },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const statuses: Record<string, number> = {};
  const rows: Row[] = [];
  let started = 0;
  const deadline = performance.now() + seconds * 1000;
  try {
    rows.push(await sample(server.url, 0));
    for (let part = 1; part <= samples && performance.now() < deadline; part += 1) {
      const until = Math.round((requests * part) / samples);
      await Promise.all(
        Array.from({ length: clients }, async () => {
          while (started < until && performance.now() < deadline) {
            started += 1;
            const status = await send(server.url, agent, started);
            statuses[status] = (statuses[status] ?? 0) + 1;
          }
        }),
      );
      rows.push(await sample(server.url, started));
    }
  } finally {
    agent.destroy();
    await server.stop();
  }
  return { rows, statuses, below: growth(rows, statuses) };
}

const pages = ["/", "/pricing", "/about", "/faq", "/automation-blueprint-gtmarc"];

/** Of twenty requests: ten frozen pages, three rendered pages, two that read the database, four writes, one unknown path. */
function send(url: string, agent: Agent, number: number): Promise<number> {
  const kind = number % 20;
  if (kind < 10) return ask(url, agent, number, "GET", pages[number % pages.length]!);
  if (kind < 13) return ask(url, agent, number, "GET", "/auth");
  if (kind < 15) return ask(url, agent, number, "GET", "/schedule/strategy-session");
  if (kind < 17)
    return ask(url, agent, number, "POST", "/api/functions/request-access-code", {
      email: `soak-${number}@northfield.example`,
      company_name: "Northfield Analytics",
    });
  if (kind < 19)
    return ask(url, agent, number, "POST", "/api/functions/newsletter-signup", {
      email: `reader-${number}@northfield.example`,
      source: "soak",
      metadata: {},
    });
  return ask(url, agent, number, "GET", `/nothing/${number}`);
}

const ask = (url: string, agent: Agent, number: number, method: string, path: string, body?: object): Promise<number> =>
  new Promise((resolve) => {
    const sent = body && JSON.stringify(body);
    const outgoing = request(
      url + path,
      {
        agent,
        method,
        headers: {
          "accept-encoding": "br",
          "x-forwarded-for": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
          ...(sent && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
        },
      },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.on("error", () => resolve(0));
    outgoing.end(sent);
  });

async function sample(url: string, count: number): Promise<Row> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1] ?? Number.NaN);
  const mb = (name: string) => Math.round(figure(name) / 2 ** 20);
  return {
    requests: count,
    residentMb: mb("process_resident_memory_bytes"),
    heapMb: mb("nodejs_heap_size_used_bytes"),
    externalMb: mb("nodejs_external_memory_bytes"),
    descriptors: figure("process_open_fds"),
    connections: figure('gtmarc_database_connections\\{state="total"\\}'),
  };
}

function growth(rows: readonly Row[], statuses: Record<string, number>): string[] {
  const early = Math.max(...rows.filter((row) => row.requests <= requests * 0.3).map((row) => row.residentMb));
  const last = rows.at(-1)!;
  const below = [];
  if (last.requests < requests) below.push(`${last.requests} of ${requests} requests within ${seconds} s`);
  if (last.residentMb > early * maxGrowth) below.push(`resident memory grew from ${early} to ${last.residentMb} MB`);
  if (statuses["0"] || statuses["500"])
    below.push(`${statuses["0"] ?? 0} broken connections, ${statuses["500"] ?? 0} × 500`);
  return below;
}
