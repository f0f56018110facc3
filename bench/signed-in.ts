import { spawnSync } from "node:child_process";
import type { Running } from "./running-server.ts";

/** Makes an account on a running server, verifies it as an operator would, and signs in; the Cookie header of the session. */
export async function signIn(server: Running): Promise<string> {
  const person = { email: "dana@northwind-bench.example", password: "Draw2Automate" };
  await call(server, "/api/auth/sign-up/email", person);
  const verified = spawnSync(
    process.execPath,
    [`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`, "user", "verify", person.email],
    { env: { ...process.env, DATA_DIR: server.dataDir, LOG_LEVEL: "warn" }, encoding: "utf8" },
  );
  if (verified.status !== 0) throw new Error(`${verified.stdout}${verified.stderr}`);
  const answer = await call(server, "/api/auth/sign-in/email", person);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function call(server: Running, path: string, body: object): Promise<Response> {
  const answer = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
