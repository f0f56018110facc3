// Runs the built product: for `npm start`, `npm run gtmarc` and the release archive.
import { runProgram } from "./keep-running.js";

/** `mode`: "start" or "cli". `NODE_ENV=production` of the operator decides whether this is production. */
export function runBuilt(mode, args, node) {
  const env = {
    ...process.env,
    GTMARC_MODE: process.env.NODE_ENV === "production" ? "production" : "development",
    NODE_ENV: "production",
  };
  // With an external database, a service manager or orchestrator restarts the server and must see that it ended.
  const restart = mode === "start" && !process.env.DATABASE_URL;
  runProgram(node, ["build/server/gtmarc.js", mode, ...args], { env, restart });
}
