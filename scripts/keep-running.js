// Runs a program in the foreground: forwards signals, exits with its status, and with `restart` restarts it after a crash.
// Plain JavaScript for Node 20, like everything that runs before Node 24 takes over.
import { spawn } from "node:child_process";

/** Pauses double from the first to the longest. After `limit` crashes within `withinMs` the program stays down. */
const defaultPolicy = { limit: 5, withinMs: 600_000, firstPauseMs: 1_000, maxPauseMs: 30_000 };

/**
 * `restart`: for programs that send "ready" over their IPC channel. A program that ends before it was ready has failed to start
 * and is not restarted; nor is one that ends with status 0 (stopped) or 2 (bad settings).
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
    const pauseMs = Math.min(policy.firstPauseMs * 2 ** (recent - 1), policy.maxPauseMs);
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
