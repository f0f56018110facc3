import { spawn } from "node:child_process";

/** The user that runs PostgreSQL's programs if this process is root; null: this process's user. */
export type RunAs = { uid: number; gid: number; name: string } | null;

/** PostgreSQL needs nothing of our environment and must not see our secrets. */
export const minimalEnvironment = { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin" };

/** Runs one of PostgreSQL's programs until it exits. `code` is null if it could not be run; `output` then contains the reason. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { cwd: string; runAs: RunAs },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const parts: string[] = [];
    const failed = (error: Error) => resolve({ code: null, output: error.message });
    try {
      const child = spawn(file, args, {
        cwd: options.cwd,
        env: minimalEnvironment,
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
        ...(options.runAs && { uid: options.runAs.uid, gid: options.runAs.gid }),
      });
      child.stdout.on("data", (chunk: Buffer) => parts.push(chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => parts.push(chunk.toString()));
      child.on("error", failed);
      child.on("close", (code) => resolve({ code: code ?? -1, output: parts.join("") }));
    } catch (error) {
      failed(error as Error);
    }
  });
}
