// Entry of the release archive: `./gtmarc` starts the site, `./gtmarc COMMAND` runs a command of the command line. An archive
// is for production unless NODE_ENV says otherwise.
import { resolve } from "node:path";
import { runBuilt } from "./run-built.js";
import { loadSettingsFile } from "./settings-file.js";

process.chdir(resolve(import.meta.dirname, ".."));
loadSettingsFile(".env");
process.env.NODE_ENV ||= "production";
process.env.GTMARC_LAUNCHER = resolve("gtmarc");
const [command = "start", ...args] = process.argv.slice(2);
if (command === "start") runBuilt("start", [], process.execPath);
else runBuilt("cli", [command, ...args], process.execPath);
