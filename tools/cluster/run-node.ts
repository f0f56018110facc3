import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a script of Node with these additional settings; returns its exit status. */
export async function runNode(args: readonly string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = (await once(child, "exit")) as [number | null];
  return status;
}
