import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { externalDatabase } from "../fixtures/external-database.ts";
import { type Site, site } from "./site.ts";

const run = promisify(execFile);

/** Runs the command line with the settings of the running product and returns its output. Throws on failure. */
export async function gtmarc(args: string[], { input = "", at = site() }: { input?: string; at?: Site } = {}) {
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const command = run(process.execPath, [program, "cli", ...args], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      LOG_LEVEL: "error",
      PORT: new URL(at.url).port,
      DATA_DIR: at.dataDir,
      ...(await externalDatabase(at.dataDir)),
      ...at.settings,
    },
  });
  command.child.stdin?.end(input);
  return (await command).stdout;
}
