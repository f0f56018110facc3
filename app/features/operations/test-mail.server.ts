import { firmName } from "#app/lib/firm.ts";
import { newId } from "#app/lib/uuid.ts";
import { cut } from "#app/lib/words/cut.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";

/**
 * Sends one mail to the requesting admin over its own connection, bypassing the outbox, so that the mail server's response is known
 * immediately.
 */
export async function sendTestMail(
  { actor, now }: Ctx,
  settings: Settings,
  limitMs: number,
): Promise<{ passed: boolean; text: string }> {
  const to = actor.kind === "user" ? actor.email : settings.CONTACT_EMAIL;
  const id = newId();
  const text = "This is a test email. An admin requested it on the settings page. No reply is needed.";
  const mailer = createMailer({ ...settings, sendLimitSeconds: limitMs / 1000 });
  try {
    const { outcome, answer } = await mailer.send({
      id,
      messageId: `<${id}@${new URL(settings.SITE_URL).hostname}>`,
      date: now,
      to,
      replyTo: null,
      subject: `Test email from ${firmName()}`,
      html: `<!doctype html><html lang="en"><head><title>Test email</title></head><body><p>${text}</p></body></html>`,
      text: `${text}\n`,
      headers: {},
      attachments: [],
    });
    if (!settings.SMTP_URL)
      return outcome === "accepted"
        ? { passed: true, text: "The email is in the mailbox folder. It was not sent." }
        : { passed: false, text: "The mailbox folder in DATA_DIR cannot be written." };
    const said = readable(answer, settings.SMTP_URL);
    return outcome === "accepted"
      ? { passed: true, text: `The mail server accepted an email to ${to}. Its response: ${said}` }
      : { passed: false, text: `${problemOf(answer)} The response was: ${said}` };
  } finally {
    mailer.close();
  }
}

/** The most common causes, by the text of the library or the server. */
const problems: readonly [RegExp, string][] = [
  [/ECONNREFUSED/, "No mail server listens at the host and port of the setting."],
  [/ENOTFOUND|EAI_AGAIN|EDNS|queryA/, "The host of the mail server is not known."],
  [
    /invalid login|\b53[045]\b/i,
    "The mail server does not accept the user or password in the address of the mail server.",
  ],
  [
    /certificate|SSL|TLS/i,
    "The encrypted connection failed. Check the certificate, or smtp against smtps in the address of the mail server.",
  ],
  [/timeout|greeting never|abort/i, "The mail server did not respond in time."],
  [/\b4\d\d\b/, "The mail server is not accepting email right now. Try again later."],
];

const problemOf = (answer: string): string =>
  problems.find(([pattern]) => pattern.test(answer))?.[1] ?? "The mail server refused the email.";

/** Returns one line, without addresses, tokens and the user and password of SMTP_URL. */
function readable(answer: string, url: string): string {
  const { username, password } = new URL(url);
  let text = cut(answer.replace(/\s+/g, " ").trim(), 300);
  for (const secret of [password, decodeURIComponent(password), username, decodeURIComponent(username)])
    if (secret) text = text.replaceAll(secret, "[hidden]");
  return scrub(text) || "nothing";
}
