import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const module = resolve("scripts/keep-running.js");

/** Runs `program` under the supervisor with short pauses; returns the exit status and how often it printed "up". */
async function supervise(program: string, signalAfterMs?: number) {
  const policy = { limit: 2, withinMs: 60_000, firstPauseMs: 20, maxPauseMs: 40 };
  const code = `import { runProgram } from ${JSON.stringify(module)};
    runProgram(process.execPath, ["-e", ${JSON.stringify(program)}], { env: process.env, restart: true, policy: ${JSON.stringify(policy)} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  if (signalAfterMs) setTimeout(() => child.kill("SIGTERM"), signalAfterMs);
  const [status] = (await once(child, "close")) as [number | null];
  return { status, starts: out.match(/up/g)?.length ?? 0, err };
}

const ready = `console.log("up"); process.send("ready");`;

test("a program that crashes after it was ready is restarted, up to the limit", async () => {
  const { status, starts, err } = await supervise(
    `${ready} setTimeout(() => process.kill(process.pid, "SIGKILL"), 50)`,
  );
  expect({ status, starts }).toEqual({ status: 1, starts: 3 });
  expect(err).toContain("The server ended unexpectedly (SIGKILL) and is started again in 0.02 s.");
  expect(err).toContain("The server ended 3 times in a row (SIGKILL) and is not started again.");
});

test.each([
  ["fails to start", `console.log("up"); process.exit(1)`, 1],
  ["has bad settings", `${ready} setTimeout(() => process.exit(2), 50)`, 2],
  ["ends on its own without an error", `${ready} setTimeout(() => process.exit(0), 50)`, 0],
])("a program that %s is not started again", async (_what, program, expected) => {
  expect(await supervise(program)).toMatchObject({ status: expected, starts: 1, err: "" });
});

test("a stop signal is forwarded and ends the supervisor with the program", async () => {
  const program = `${ready} process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000)`;
  expect(await supervise(program, 700)).toMatchObject({ status: 0, starts: 1, err: "" });
});
