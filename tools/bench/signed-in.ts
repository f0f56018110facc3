import { spawnSync } from "node:child_process";
import type { Running } from "./running-server.ts";

/** Creates an account on a running server, verifies it with the command line, and signs in. Returns the session's Cookie header. */
export async function signIn(server: Running): Promise<string> {
  await call(server, "POST", "/api/auth/sign-up/email", person);
  command(server, ["user", "verify", person.email]);
  const answer = await call(server, "POST", "/api/auth/sign-in/email", person);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Grants wizard access to the signed-in user, with a code issued on the command line. */
export async function openWizard(server: Running, cookie: string): Promise<void> {
  const { code } = JSON.parse(command(server, ["access-code", "issue", person.email, "--json"])) as { code: string };
  await call(server, "POST", "/api/functions/validate-access-code", { code }, cookie);
}

const person = { email: "dana@northwind-bench.example", password: "Draw2Automate" };

/** Returns the output of a command-line command. `input` goes to its standard input. */
export function command(server: Running, words: string[], input = ""): string {
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const env = { ...process.env, DATA_DIR: server.dataDir, LOG_LEVEL: "warn" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: server.tree,
    env,
    encoding: "utf8",
    input,
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout;
}

/** Sends a request with a JSON body; throws the message of a refusal. */
export async function call(
  server: Running,
  method: "POST" | "PUT",
  path: string,
  body: object,
  cookie?: string,
): Promise<Response> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", origin: server.url, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
