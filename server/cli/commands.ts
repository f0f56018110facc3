import { type Command, Option } from "commander";
import { defaultTokenDays, maxTokenDays } from "#app/features/security/tokens/preview-token-days.ts";
import { apiScopes } from "#app/lib/api-scopes.ts";
import { roles } from "#app/lib/rights.ts";
import type { Outcome } from "./terminal/output.ts";

/** Creates the action of a command: loads its code on first use and prints the outcome. */
export type Run = <Args extends unknown[]>(
  load: () => Promise<(...args: Args) => Promise<Outcome>>,
) => (...args: Args) => Promise<void>;

/*
 * Every command with its arguments and options. Implementations are loaded on use and this file imports nothing slow,
 * so `--help` and wrong arguments respond at once.
 */

export function defineCommands(program: Command, run: Run): void {
  adminCommands(program, run);
  accessCodeCommands(program, run);
  previewTokenCommands(program, run);
  tokenCommands(program, run);
  webhookCommands(program, run);
  userCommands(program, run);
  settingsCommands(program, run);
  secretCommands(program, run);
  dataCommands(program, run);
  eventsCommands(program, run);
  prospectCommands(program, run);
  sequenceCommands(program, run);
  analyticsCommands(program, run);
  calendarCommands(program, run);
  seedCommands(program, run);
}

function adminCommands(program: Command, run: Run) {
  program
    .command("setup-link")
    .description("a link to the page that makes the first owner; it can be used once, for 24 hours")
    .action(run(async () => (await import("./admin.ts")).setupLink));
  const admin = program.command("admin").description("accounts with access to the admin area");
  admin
    .command("create")
    .description("make EMAIL an admin with a second factor; asks for a password, a name and one code")
    .argument("<email>")
    .option("--password-stdin", "read the password from standard input (one line)")
    .option("--first-name <name>", "the first name that clients read in mails")
    .option("--last-name <name>", "the last name that clients read in mails")
    .option("--totp-secret <base32>", "use this secret as the second factor, unattended")
    .addOption(new Option("--role <role>", "the role; the first one becomes the owner").choices(roles))
    .action(run(async () => (await import("./admin.ts")).create));
  admin
    .command("revoke")
    .description("remove the admin role at once")
    .argument("<email>")
    .action(run(async () => (await import("./admin.ts")).revoke));
}

function accessCodeCommands(program: Command, run: Run) {
  const codes = program.command("access-code").description("codes that open the wizard");
  codes
    .command("issue")
    .description("create a code for EMAIL and print it; it cannot be shown again")
    .argument("<email>")
    .option("--mail", "also send it to EMAIL")
    .action(run(async () => (await import("./access-code.ts")).issue));
  codes
    .command("list")
    .description("the newest codes with their state, never the codes themselves")
    .action(run(async () => (await import("./access-code.ts")).list));
  codes
    .command("revoke")
    .description("revoke an unused code")
    .argument("<id>", "as listed")
    .action(run(async () => (await import("./access-code.ts")).revoke));
}

function previewTokenCommands(program: Command, run: Run) {
  const tokens = program.command("preview-token").description("tokens that open preview hosts");
  tokens
    .command("create")
    .description("create a token and print it; it cannot be shown again")
    .option("--days <n>", `days until it expires, at most ${maxTokenDays}`, String(defaultTokenDays))
    .action(run(async () => (await import("./preview-token.ts")).create));
  tokens
    .command("list")
    .description("every token with its state, never the tokens themselves")
    .action(run(async () => (await import("./preview-token.ts")).list));
  tokens
    .command("revoke")
    .description("revoke a token and end the visits that it opened")
    .argument("<id>", "as listed")
    .action(run(async () => (await import("./preview-token.ts")).revoke));
}

function tokenCommands(program: Command, run: Run) {
  const tokens = program.command("token").description("tokens with which programs read the API");
  tokens
    .command("create")
    .description("create a token and print it; it cannot be shown again")
    .requiredOption("--scope <scopes>", `what it can read, separated by commas: ${apiScopes.join(", ")}`)
    .option("--name <name>", "what it is for, as the settings page shows it", "Command line")
    .action(run(async () => (await import("./token.ts")).create));
  tokens
    .command("list")
    .description("every token with its scopes and last use, never the tokens themselves")
    .action(run(async () => (await import("./token.ts")).list));
  tokens
    .command("revoke")
    .description("revoke a token")
    .argument("<id>", "as listed")
    .action(run(async () => (await import("./token.ts")).revoke));
}

function webhookCommands(program: Command, run: Run) {
  const webhooks = program.command("webhook").description("addresses of other programs that receive events");
  webhooks
    .command("add")
    .description("send events to URL and print the secret that signs them")
    .argument("<url>")
    .requiredOption("--events <events>", "names (booking.made), groups (booking.*) or *, separated by commas")
    .option("--description <text>", "what it is for, as the admin pages show it", "")
    .action(run(async () => (await import("./webhook.ts")).add));
  webhooks
    .command("list")
    .description("every endpoint with its state and events, never the secrets")
    .action(run(async () => (await import("./webhook.ts")).list));
  webhooks
    .command("deliveries")
    .description("the newest deliveries of an endpoint, at most 1,000")
    .argument("<id>", "as listed")
    .action(run(async () => (await import("./webhook.ts")).deliveries));
  webhooks
    .command("resume")
    .description("resume deliveries to a paused or disabled endpoint")
    .argument("<id>", "as listed")
    .action(run(async () => (await import("./webhook.ts")).resume));
  webhooks
    .command("replay")
    .description("send again all events since an instant")
    .argument("<id>", "as listed")
    .requiredOption("--since <instant>", "ISO 8601, such as 2026-03-02T15:00:00Z")
    .action(run(async () => (await import("./webhook.ts")).replay));
}

function userCommands(program: Command, run: Run) {
  const user = program.command("user").description("accounts of visitors");
  user
    .command("verify")
    .description("mark the address of an account as verified")
    .argument("<email>")
    .action(run(async () => (await import("./user.ts")).verify));
}

function dataCommands(program: Command, run: Run) {
  program
    .command("analyse")
    .description("compute the analysis of a model input (JSON file, - for standard input); prints JSON")
    .argument("<file>", "JSON: { company, stack, processes }")
    .option("--model <version>", "version of the model: 1.0 or 1.1", "1.1")
    .action(run(async () => (await import("./analyze.ts")).analyzeFile));
  program
    .command("check")
    .description("check configuration, database, mail and jobs; one line each")
    .action(run(async () => (await import("./check.ts")).check));
  program
    .command("backup")
    .description("write one consistent file with all data; the site may be running")
    .argument("<file>", "a file, a FIFO or - for standard output")
    .action(run(async () => (await import("./backup.ts")).backup));
  program
    .command("restore")
    .description("fill an empty database from a backup; the server must be stopped")
    .argument("<file>")
    .action(run(async () => (await import("./backup.ts")).restore));
  program
    .command("upgrade-database")
    .description("move the embedded database to the PostgreSQL of this release; the server must be stopped")
    .option("--from-binaries <directory>", "programs of the PostgreSQL that wrote the data")
    .action(run(async () => (await import("./backup.ts")).upgrade));
  const jobs = program.command("jobs").description("background jobs");
  jobs
    .command("run-due")
    .description("run every scheduled job once and everything in the queue, then exit")
    .action(run(async () => (await import("./jobs.ts")).runDue));
}

function calendarCommands(program: Command, run: Run) {
  const calendars = program.command("calendar").description("other calendars of hosts");
  calendars
    .command("busy")
    .description("when the owner of an .ics file is busy, read as a host's calendar is read; needs no database")
    .argument("<file>")
    .requiredOption("--from <date>", "first day (2026-03-02) or instant (2026-03-02T15:00:00Z)")
    .requiredOption("--to <date>", "last day, or the instant at which the range ends")
    .requiredOption("--timezone <zone>", "the host's time zone, such as Europe/Vienna")
    .option("--email <emails>", "the host's addresses, separated by commas, to recognize declined invitations")
    .action(run(async () => (await import("./calendar.ts")).busy));
}

function seedCommands(program: Command, run: Run) {
  const seed = program.command("seed").description("example data for trying out the product");
  seed
    .command("demo")
    .description(
      "load 60 example people over the last 90 days and visits of 60 days, clearly marked; their mail is never delivered",
    )
    .option("--remove", "remove the demo data, and everything that refers to it")
    .option("--yes", "also load it on a production site")
    .action(run(async () => (await import("./seed.ts")).demo));
}

function secretCommands(program: Command, run: Run) {
  program
    .command("secret")
    .description("the SECRET that encrypts secrets in the database")
    .command("reseal")
    .description(
      "after a change of SECRET: encrypt again what the former one encrypted; reads the former one from standard input",
    )
    .action(run(async () => (await import("./secret.ts")).reseal));
}

function settingsCommands(program: Command, run: Run) {
  const settings = program.command("settings").description("settings that can change while the site runs");
  settings
    .command("list")
    .description("every setting with its value, where it comes from and who changed it; secrets are never shown")
    .action(run(async () => (await import("./settings.ts")).list));
  settings
    .command("get")
    .description("print the value of a setting")
    .argument("<name>", "as listed, such as firm.name")
    .action(run(async () => (await import("./settings.ts")).get));
  settings
    .command("set")
    .description("change a setting in all running processes; an empty value returns to the default")
    .argument("<name>", "as listed, such as firm.name")
    .argument("[value]", "as it would be written in .env")
    .argument("[more...]", "further names and values, for settings that belong together")
    .option("--stdin", "read the value from standard input, so that a secret is not in the shell's history")
    .action(run(async () => (await import("./settings.ts")).set));
  settings
    .command("undo")
    .description("return a setting to the value before its newest change")
    .argument("<name>", "as listed, such as firm.name")
    .action(run(async () => (await import("./settings.ts")).undo));
}

function eventsCommands(program: Command, run: Run) {
  const events = program.command("events").description("the event log and its consumers");
  events
    .command("replay")
    .description("delete the data that a consumer derived from the log and derive it again")
    .requiredOption("--consumer <name>", "the consumer to rebuild")
    .action(run(async () => (await import("./events.ts")).replay));
  events
    .command("failed")
    .description("list the deliveries that failed at every attempt")
    .action(run(async () => (await import("./events.ts")).listFailed));
  events
    .command("retry")
    .description("deliver the failed events of a consumer again")
    .requiredOption("--consumer <name>", "the consumer to deliver to")
    .action(run(async () => (await import("./events.ts")).retry));
}

function prospectCommands(program: Command, run: Run) {
  const prospects = program.command("prospect").description("people in the sales pipeline");
  prospects
    .command("delete")
    .description("delete a prospect with notes, tasks and sequences; accounts, calls and payments stay")
    .argument("<email>", "an address of the prospect")
    .action(run(async () => (await import("./prospect.ts")).remove));
}

function sequenceCommands(program: Command, run: Run) {
  const sequences = program.command("sequence").description("email sequences");
  sequences
    .command("list")
    .description("every sequence, and whether it is started")
    .action(run(async () => (await import("./sequence.ts")).list));
  sequences
    .command("start")
    .description("let a sequence enroll people and send")
    .argument("<name>", "as listed")
    .action(run(async () => (await import("./sequence.ts")).start));
  sequences
    .command("stop")
    .description("stop enrolling and sending; enrolled people wait")
    .argument("<name>", "as listed")
    .action(run(async () => (await import("./sequence.ts")).stop));
  sequences
    .command("enroll")
    .alias("enrol")
    .description("enroll the person with EMAIL in a started sequence")
    .argument("<name>", "as listed")
    .argument("<email>")
    .action(run(async () => (await import("./sequence.ts")).enrol));
  sequences
    .command("dry-run")
    .description("what a sequence would do for EMAIL if nothing else happened; sends nothing")
    .argument("<name>", "as listed")
    .argument("<email>")
    .option("--days <n>", "how many days ahead", "30")
    .action(run(async () => (await import("./sequence.ts")).dryRun));
}

function analyticsCommands(program: Command, run: Run) {
  const analytics = program.command("analytics").description("visits and rejected hits");
  analytics
    .command("rejected")
    .description("list the rejection rules with the sessions that they matched")
    .action(run(async () => (await import("./analytics.ts")).listRules));
  analytics
    .command("accept")
    .description("count the hits that RULE matches, past and future ones")
    .argument("<rule>", "as listed")
    .action(run(async () => (await import("./analytics.ts")).accept));
  analytics
    .command("reject")
    .description("leave out the hits that RULE matches, past and future ones")
    .argument("<rule>", "as listed")
    .action(run(async () => (await import("./analytics.ts")).reject));
  analytics
    .command("rebuild")
    .description("derive all visits again from the stored hits")
    .action(run(async () => (await import("./analytics.ts")).rebuild));
  analytics
    .command("move")
    .description("move all visitor events to STORE and compare the counts; stop the site first. Needs ANALYTICS_URL")
    .argument("<store>", "clickhouse or postgres")
    .action(run(async () => (await import("./analytics.ts")).move));
  analytics
    .command("export")
    .description("write all visitor data to FILE: hits, visits or days as CSV, or a ZIP archive that Plausible imports")
    .argument("<kind>", "hits, visits, days or plausible")
    .argument("<file>", "the file to write; must not exist")
    .action(run(async () => (await import("./analytics.ts")).exportData));
}
