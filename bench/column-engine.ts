import { spawn } from "node:child_process";
import { once } from "node:events";

export type Engine = { url: string; stop(signal?: "SIGKILL"): Promise<void> };

/** Serves the engine of `npm run column-store` with these data, in a process of its own. */
export async function startEngine(data: string, port: number): Promise<Engine> {
  const args = ["scripts/column-store.js", "serve", String(port), "--data", data];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").then(() => process.off("exit", kill));
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => Promise.reject(new Error("The engine did not start"))),
  ]);
  return {
    url: `http://127.0.0.1:${port}/gtmarc`,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
