/** The one entry of the built program: the first argument says whether it serves or acts as the command line. */
const [command = "start", ...rest] = process.argv.slice(2);

if (command === "start") {
  const { start } = await import("./start.ts");
  await start();
} else {
  const { runCommandLine } = await import("./cli.ts");
  process.exitCode = await runCommandLine(command === "cli" ? rest : [command, ...rest]);
}

export {};
