import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

// Caches compiled code beside the build for faster starts. Without write access nothing is cached.
enableCompileCache(join(__BUILD_DIR__, "server", ".compiled"));

/** The entry of the built program. The first argument selects server, command line, or thread or process that serves tasks. */
const [command = "start", ...rest] = process.argv.slice(2);

if (command === "thread" && (!isMainThread || process.send)) {
  const { serveTasks } = await import("./process/thread.ts");
  serveTasks();
} else if (command === "start") {
  const { start } = await import("./start.ts");
  await start();
} else {
  const { runCommandLine } = await import("./cli.ts");
  process.exitCode = await runCommandLine(command === "cli" ? rest : [command, ...rest]);
}
