import { Command, CommanderError } from "commander";
import { DatabaseNotReached } from "../app/platform/database-wait.server.ts";
import { SettingsError } from "../app/platform/env.server.ts";
import { explainError } from "../app/platform/log.server.ts";
import { EmbeddedFailure } from "../app/platform/postgres/failure.server.ts";
import { accessCodeCommands } from "./cli/access-code.ts";
import { adminCommands } from "./cli/admin.ts";
import { analyseCommand } from "./cli/analyse.ts";
import { backupCommands } from "./cli/backup.ts";
import { checkCommand } from "./cli/check.ts";
import { eventsCommands } from "./cli/events.ts";
import { jobsCommands } from "./cli/jobs.ts";
import { Misuse, type Outcome, print } from "./cli/output.ts";
import { previewTokenCommands } from "./cli/preview-token.ts";
import { userCommands } from "./cli/user.ts";

/** Makes an action of a command: prints what it answers and remembers the exit status. */
export type Act = <Args extends unknown[]>(
  work: (...args: Args) => Promise<Outcome>,
) => (...args: Args) => Promise<void>;

/**
 * `npm run gtmarc -- …`: thin doors to the same verbs that the site uses. Works beside a running server and without one.
 * Exit status: 0 fine, 1 failed, 2 misused (or unusable settings).
 */
export async function runCommandLine(args: string[]): Promise<number> {
  const program = new Command("gtmarc")
    .description("Operator's command line of GTMarc. Works while the server runs and while it does not.")
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  let status = 0;
  const act: Act =
    (work) =>
    async (...given) => {
      const command = given.at(-1) as Command;
      status = print(await work(...given), command.opts()["json"] === true);
    };
  for (const add of [
    adminCommands,
    accessCodeCommands,
    previewTokenCommands,
    userCommands,
    analyseCommand,
    checkCommand,
    backupCommands,
    jobsCommands,
    eventsCommands,
  ])
    add(program, act);
  everyCommandSpeaksJson(program);

  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Misuse || error instanceof SettingsError) return complain(error.message, 2);
    if (error instanceof EmbeddedFailure || error instanceof DatabaseNotReached) return complain(error.message, 1);
    return complain(explainError(error), 1);
  }
}

function everyCommandSpeaksJson(command: Command) {
  for (const sub of command.commands) {
    sub.exitOverride();
    if (sub.commands.length > 0) everyCommandSpeaksJson(sub);
    else sub.option("--json", "print data instead of sentences");
  }
}

function complain(message: string, status: 1 | 2) {
  process.stderr.write(`${message}\n`);
  return status;
}
