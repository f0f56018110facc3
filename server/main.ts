import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

// Compiled code is kept beside the build, so that later starts do not compile it again. Without write access nothing is kept.
enableCompileCache(join(__BUILD_DIR__, "server", ".compiled"));

/** The one entry of the built program: the first argument says whether it serves, acts as the command line, or is a thread of the server. */
const [command = "start", ...rest] = process.argv.slice(2);

if (!isMainThread && command === "thread") {
  const { serveTasks } = await import("./thread.ts");
  serveTasks();
} else if (command === "start") {
  const { start } = await import("./start.ts");
  await start();
} else {
  const { runCommandLine } = await import("./cli.ts");
  process.exitCode = await runCommandLine(command === "cli" ? rest : [command, ...rest]);
}
