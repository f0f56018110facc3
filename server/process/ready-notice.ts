import { join } from "node:path";
import { mailServerProblem, operatorCommand, type Settings } from "#app/platform/env.server.ts";

type Started = { port: number; startedMs: number; isTerminal: boolean; setupUrl: string | null };

/** The text printed when the site is ready: URL, data directory, mail, the command for the first admin, and how to stop it. */
export function readyNotice(settings: Settings, { port, startedMs, isTerminal, setupUrl }: Started): string {
  const { production, SITE_URL, HOST, DATABASE_URL, DATA_DIR, SMTP_URL } = settings;
  const address = production ? SITE_URL : `http://localhost:${port}`;
  const lines = [
    `GTMarc is ready at ${address}`,
    "",
    ...(production ? [`  Listens      http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${port}`] : []),
    `  Data         ${DATABASE_URL ? "PostgreSQL of DATABASE_URL" : `${DATA_DIR} (embedded PostgreSQL)`}`,
    `  Mail         ${SMTP_URL ? "sent through SMTP_URL" : mailServerProblem() ? "waits until a mail server is set under Settings" : production ? `kept as files in ${join(DATA_DIR, "mailbox")}` : `read it at ${address}/dev/mailbox`}`,
    ...(setupUrl
      ? [`  Set up       ${setupUrl}`, "               makes the first owner; it can be used once, for 24 hours"]
      : []),
    `  First admin  ${operatorCommand("admin create you@example.com")}`,
    ...(isTerminal ? ["  Stop         Ctrl-C"] : []),
    "",
    `  Started in ${(startedMs / 1000).toFixed(1)} s`,
  ];
  return `\n${lines.join("\n")}\n\n`;
}
