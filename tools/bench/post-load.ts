import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";

export type Post = { headers: Record<string, string>; body: string };
export type PostRate = {
  perSecond: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  /** Requests without a 2xx response: timeouts, broken connections, refusals. */
  failed: number;
  client: "wrk" | "autocannon";
};

const hasWrk = process.platform === "linux" && spawnSync("wrk", ["-v"]).error === undefined;

/**
 * Sends these requests repeatedly on 64 keep-alive connections, from the second core if there is one. Uses wrk if it is
 * installed: a JavaScript client takes more time than the measured server. Throws unless every response is 2xx; `mayFail`
 * counts the others instead.
 */
export async function postRate(
  url: string,
  posts: readonly Post[],
  { seconds, mayFail = false }: { seconds: number; mayFail?: boolean },
): Promise<PostRate> {
  const rate = await (hasWrk ? withWrk : withAutocannon)(url, posts, seconds);
  if (rate.failed > 0 && !mayFail) throw new Error(`${url}: ${rate.failed} of ${rate.requests} requests failed`);
  return rate;
}

const connections = 64;

async function withWrk(url: string, posts: readonly Post[], seconds: number): Promise<PostRate> {
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-bench-wrk-"));
  try {
    const script = join(folder, "posts.lua");
    writeFileSync(script, luaOf(posts));
    // Peers need longer than wrk's timeout of two seconds.
    const args = [
      "-c",
      "1",
      "wrk",
      "-t1",
      "--timeout",
      "10s",
      `-c${connections}`,
      `-d${seconds}s`,
      "--latency",
      "-s",
      script,
      url,
    ];
    const child = spawn("taskset", args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    for await (const piece of child.stdout) text += piece;
    const ms = (percent: number) => {
      const [, number = "", unit = ""] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? [];
      return Number((Number(number) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)).toFixed(2));
    };
    const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
    const perSecond = Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]));
    const [, ...failures] = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text) ?? [];
    const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
    const failed = failures.reduce((sum, count) => sum + Number(count), refused);
    return { perSecond, requests, p50Ms: ms(50), p99Ms: ms(99), failed, client: "wrk" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Formats the requests once, before the measurement. */
function luaOf(posts: readonly Post[]): string {
  const text = (value: string) => `[==[${value}]==]`;
  const table = posts.map(({ headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[ ${text(name)} ]=${text(value)}`);
    return `{h={${fields.join(",")}},b=${text(body)}}`;
  });
  return `local posts = {${table.join(",\n")}}
local requests, n = {}, 0
init = function() for i, p in ipairs(posts) do requests[i] = wrk.format("POST", nil, p.h, p.b) end end
request = function() n = n % #requests + 1; return requests[n] end`;
}

async function withAutocannon(url: string, posts: readonly Post[], seconds: number): Promise<PostRate> {
  const requests = posts.map(({ headers, body }) => ({ method: "POST" as const, headers, body }));
  const result = await autocannon({ url, connections, requests, duration: seconds });
  const { average, total } = result.requests;
  const { p50, p99 } = result.latency;
  const failed = result.non2xx + result.errors;
  return { perSecond: Math.round(average), requests: total, p50Ms: p50, p99Ms: p99, failed, client: "autocannon" };
}
