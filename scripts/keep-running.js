// Runs a program in the foreground: passes signals on, ends as it ends, and with `restart` starts it again when it crashes.
// Plain JavaScript for Node 20, like all that runs before the hand-over to Node 24.
import { spawn } from "node:child_process";

/** Pauses double from the first to the longest. After `limit` crashes within `withinMs` the program stays down. */
const defaultPolicy = { limit: 5, withinMs: 600_000, firstPauseMs: 1_000, longestPauseMs: 30_000 };

/**
 * `restart`: only for a program that sends "ready" over its IPC channel. One that ends before it was ever ready has failed to
 * start and is not started again; nor is one that ends with status 0 (stopped) or 2 (bad settings).
 */
export function runProgram(file, args, { env, restart = false, policy = defaultPolicy }) {
  let child;
  let pause;
  let isStopping = false;
  let hasBeenReady = false;
  const crashes = [];

  const start = () => {
    child = spawn(file, args, { stdio: ["inherit", "inherit", "inherit", ...(restart ? ["ipc"] : [])], env });
    child.on("message", (message) => {
      if (message === "ready") hasBeenReady = true;
    });
    child.on("exit", (code, signal) => {
      if (!restart || isStopping || !hasBeenReady || code === 0 || code === 2)
        process.exit(code ?? (signal === "SIGINT" ? 130 : 1));
      afterCrash(code ?? signal);
    });
  };

  const afterCrash = (cause) => {
    const now = Date.now();
    crashes.push(now);
    const recent = crashes.filter((at) => now - at < policy.withinMs).length;
    if (recent > policy.limit) {
      process.stderr.write(`The server ended ${recent} times in a row (${cause}) and is not started again.\n`);
      process.exit(1);
    }
    const pauseMs = Math.min(policy.firstPauseMs * 2 ** (recent - 1), policy.longestPauseMs);
    process.stderr.write(`The server ended unexpectedly (${cause}) and is started again in ${pauseMs / 1000} s.\n`);
    pause = setTimeout(() => {
      pause = undefined;
      start();
    }, pauseMs);
  };

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      isStopping = true;
      if (pause) process.exit(0);
      child.kill(signal);
    });
  start();
}
