import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type Engine = { url: string; pid: number; stop(signal?: "SIGKILL"): Promise<void> };

/** How the line begins that the engine writes once it serves; while it is fetched it writes others. */
const interfaceAt = "ClickHouse's HTTP interface at";

/** Serves the engine of `npm run column-store` with these data, in a process of its own. The first time it fetches the engine. */
export async function startEngine(data: string, port: number): Promise<Engine> {
  const args = ["scripts/column-store.js", "serve", String(port), "--data", data];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").then(() => process.off("exit", kill));
  const served = new Promise<void>((serves) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line.startsWith(interfaceAt)) serves();
      else process.stdout.write(`${line}\n`);
    });
  });
  await Promise.race([served, ended.then(() => Promise.reject(new Error("The engine did not start")))]);
  return {
    url: `http://127.0.0.1:${port}/gtmarc`,
    pid: child.pid!,
    async stop(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
