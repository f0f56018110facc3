import { join } from "node:path";
import type { Settings } from "#app/platform/env.server.ts";

/** The text that `npm start` prints when ready: URL, data directory, mailbox, and the command for the first admin. */
export function readyNotice(settings: Settings, port: number, startedMs: number): string {
  const address = settings.production ? settings.SITE_URL : `http://localhost:${port}`;
  const lines = [
    `GTMarc is ready at ${address}`,
    "",
    `  Data         ${settings.DATABASE_URL ? "PostgreSQL of DATABASE_URL" : `${settings.DATA_DIR} (embedded PostgreSQL)`}`,
    `  Mail         ${settings.SMTP_URL ? "sent through SMTP_URL" : settings.production ? `kept as files in ${join(settings.DATA_DIR, "mailbox")}` : `read it at ${address}/dev/mailbox`}`,
    "  First admin  npm run gtmarc -- admin create you@example.com",
    "  Stop         Ctrl-C",
    "",
    `  Started in ${(startedMs / 1000).toFixed(1)} s`,
  ];
  return `\n${lines.join("\n")}\n\n`;
}
