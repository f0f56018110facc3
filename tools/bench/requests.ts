import { spawn, spawnSync } from "node:child_process";
import autocannon from "autocannon";

export type Rate = { requestsPerSecond: number; p99Ms: number; client: "wrk" | "autocannon" };

const hasWrk = process.platform === "linux" && spawnSync("wrk", ["-v"]).error === undefined;

/**
 * Measures requests per second with 32 connections for a few seconds, after a warm-up, from the other core. Uses wrk if it is
 * installed: a JavaScript client is slower than the measured server.
 */
export async function rateOf(url: string, headers: Record<string, string>, seconds = 5): Promise<Rate> {
  await press(url, headers, 2);
  return press(url, headers, seconds);
}

const press = (url: string, headers: Record<string, string>, seconds: number): Promise<Rate> =>
  hasWrk ? withWrk(url, headers, seconds) : withAutocannon(url, headers, seconds);

async function withWrk(url: string, headers: Record<string, string>, seconds: number): Promise<Rate> {
  const named = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-c", "1", "wrk", "-t1", "-c32", `-d${seconds}s`, "--latency", ...named, url];
  const child = spawn("taskset", args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  for await (const chunk of child.stdout) text += chunk;
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`${url}: ${text}`);
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN;
  return { requestsPerSecond: Math.round(perSecond), p99Ms: Number((Number(p99) * factor).toFixed(2)), client: "wrk" };
}

async function withAutocannon(url: string, headers: Record<string, string>, seconds: number): Promise<Rate> {
  const result = await autocannon({ url, connections: 32, headers, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    requestsPerSecond: Math.round(result.requests.average),
    p99Ms: result.latency.p99,
    client: "autocannon",
  };
}
