import { Command, CommanderError } from "commander";
import { logToStandardError } from "#app/platform/log.server.ts";
import { defineCommands, type Run } from "./cli/commands.ts";
import { Misuse, print } from "./cli/terminal/output.ts";

/**
 * Runs `npm run gtmarc -- …`, which calls the same commands and queries as the site, with or without a running server. Exit
 * status: 0 success, 1 failure, 2 wrong usage or invalid settings.
 */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command("gtmarc")
    .description("Operator's command line of GTMarc. Works with and without a running server.")
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  logToStandardError();
  let status = 0;
  const run: Run =
    (load) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      const action = await load();
      status = print(await action(...given), command.opts()["json"] === true);
    };
  defineCommands(program, run);
  addJsonOption(program);

  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Misuse) return complain(error.message, 2);
    const { explainFailure } = await import("./failure.ts");
    const { message, status } = explainFailure(error);
    return complain(message, status);
  }
}

function addJsonOption(command: Command) {
  for (const sub of command.commands) {
    sub.exitOverride();
    if (sub.commands.length > 0) addJsonOption(sub);
    else sub.option("--json", "print data instead of sentences");
  }
}

function complain(message: string, status: 1 | 2) {
  process.stderr.write(`${message}\n`);
  return status;
}
