import { codeOf, stepAt } from "../../app/features/accounts/second-factor/totp.server.ts";
import type { Running } from "./running-server.ts";
import { command } from "./signed-in.ts";

export type PageRow = { what: string; p50Ms: number; p95Ms: number; largestMs: number; kB: number };

const admin = { email: `admin-${Date.now()}@gtmarc-bench.example`, password: "Draw2Automate" };
const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** Sends requests one after another, with the path of each turn. Throws unless every response is 200. */
export async function measurePage(
  server: Running,
  cookie: string,
  what: string,
  { requests, pathOf }: { requests: number; pathOf: (turn: number) => string },
): Promise<PageRow> {
  const times: number[] = [];
  let bytes = 0;
  // The first three warm up code and query plans.
  for (let turn = -3; turn < requests; turn += 1) {
    const path = pathOf(Math.max(0, turn));
    const began = performance.now();
    const answer = await fetch(server.url + path, { headers: { cookie }, redirect: "manual" });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (turn >= 0) times.push(performance.now() - began);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]!);
  return { what, p50Ms: at(0.5), p95Ms: at(0.95), largestMs: at(1), kB: Math.round(bytes / 1000) };
}

/** Creates an admin with a second factor and signs in. `now`: on the clock of the server. Returns the session's Cookie header. */
export async function signInAsAdmin(server: Running, now = new Date()): Promise<string> {
  command(server, ["admin", "create", admin.email, "--password-stdin", "--totp-secret", totpSecret], admin.password);
  const jar = new Map<string, string>();
  const post = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url, cookie: cookieOf(jar) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split("=");
      jar.set(name, value);
    }
  };
  await post("/api/auth/sign-in/email", admin);
  await post("/api/auth/two-factor/verify-totp", { code: await codeOf(totpSecret, stepAt(now)) });
  return cookieOf(jar);
}

const cookieOf = (jar: ReadonlyMap<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
