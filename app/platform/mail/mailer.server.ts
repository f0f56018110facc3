import { Transform } from "node:stream";
import type { SendMailOptions } from "nodemailer";
import { quotedPrintable } from "#app/lib/formats/quoted-printable.ts";
import { fileAnswer } from "#app/lib/forms/mail-answers.ts";
import { env, mailServerProblem, type Settings } from "#app/platform/env.server.ts";
import { certificateProblem } from "#app/platform/outside/certificate.server.ts";
import { writeMailFile } from "./mailbox.server.ts";
import { providerHeaders } from "./provider-headers.ts";

export type MailAttachment = {
  filename: string;
  contentType: string;
  content: string;
  /** `base64` for binary content such as a PDF; plain text otherwise. */
  encoding?: "utf-8" | "base64";
  /** Also the last alternative of the body, where mail programs look for an invitation with buttons (RFC 6047, 2.4). Text only. */
  isAlternative?: boolean;
};

export type OutgoingMail = {
  id: string;
  /** With angle brackets. */
  messageId: string;
  /** When the mail was created, not when it is sent. */
  date: Date;
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments: MailAttachment[];
};

/**
 * The outcome of sending: `accepted` (the server is now responsible), `later` (retry), `refused` (this mail will never
 * be accepted). `answer` is the server's reply or the error, not yet scrubbed. `stage`: what the server refused, if it
 * refused this mail; missing if it was never asked or could not be reached.
 */
export type SendResult = {
  outcome: "accepted" | "later" | "refused";
  answer: string;
  stage?: "sender" | "recipient" | "content";
};

export type Mailer = {
  /** Never throws: every failure is an outcome. */
  send: (mail: OutgoingMail) => Promise<SendResult>;
  parallel: number;
  isClosing: () => boolean;
  /** Null if mail can be sent, otherwise the problem. */
  check: () => Promise<string | null>;
  /** Ends idle connections; one that is sending finishes its mail first. */
  close: () => void;
};

/** `sendLimitSeconds`: the time limit of one mail, however slowly the server responds; `greetingSeconds`: of its first line. */
type MailerSettings = Pick<Settings, "SMTP_URL" | "DATA_DIR" | "MAIL_FROM"> & {
  sendLimitSeconds?: number;
  greetingSeconds?: number;
};

let current: { mailer: Mailer; madeOf: string } | undefined;
let isClosed = false;

/** The mailer of the settings. After a change of its settings the former one finishes its mails and closes. */
export function mailer(): Mailer {
  const settings = env();
  const problem = mailServerProblem();
  const madeOf = JSON.stringify([settings.SMTP_URL, settings.MAIL_FROM, problem]);
  if (current?.madeOf === madeOf) return current.mailer;
  current?.mailer.close();
  current = { mailer: problem ? waitingMailer(problem) : createMailer(settings), madeOf };
  if (isClosed) current.mailer.close();
  return current.mailer;
}

/** Called at shutdown: delivery runs stop, and each connection closes after its current mail. */
export function closeMailer(): void {
  isClosed = true;
  current?.mailer.close();
}

export const createMailer = (settings: MailerSettings): Mailer =>
  settings.SMTP_URL ? smtpMailer(settings.SMTP_URL, settings) : fileMailer(settings);

/** While there is no mail server to use: every mail waits. */
function waitingMailer(problem: string): Mailer {
  let closing = false;
  return {
    parallel: 1,
    isClosing: () => closing,
    send: async () => ({ outcome: "later", answer: problem }),
    check: async () => problem,
    close() {
      closing = true;
    },
  };
}

function smtpMailer(url: string, { MAIL_FROM, sendLimitSeconds = 120, greetingSeconds = 15 }: MailerSettings): Mailer {
  const connections = 5;
  let closing = false;
  let opened: Promise<{ transport: Awaited<ReturnType<typeof openTransport>>; from: Sender }> | undefined;
  const open = () => {
    opened ??= Promise.all([openTransport(url, connections, greetingSeconds), senderOf(MAIL_FROM)]).then(
      ([transport, from]) => {
        if (closing) transport.close();
        return { transport, from };
      },
    );
    return opened;
  };
  return {
    // One mail on each connection and one ready behind it, so that no connection waits for the next to be composed.
    parallel: 2 * connections,
    isClosing: () => closing,
    async send(mail) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), sendLimitSeconds * 1000);
      try {
        const { transport, from } = await open();
        const info = await transport.sendMail({
          ...compose(mail, from, providerHeaders(url, mail.id)),
          signal: limit.signal,
        });
        return { outcome: "accepted", answer: info.response ?? "" };
      } catch (error) {
        return failure(error);
      } finally {
        clearTimeout(timer);
      }
    },
    check: () =>
      open()
        .then(({ transport }) => transport.verify())
        .then(
          () => null,
          (error: Error) => connectionAdvice(error) ?? error.message,
        ),
    close() {
      closing = true;
      void opened?.then(({ transport }) => transport.close());
    },
  };
}

/** Loads nodemailer on first use: most processes start and stop without sending a mail. */
async function openTransport(url: string, connections: number, greetingSeconds: number) {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: 15_000,
    greetingTimeout: greetingSeconds * 1000,
    socketTimeout: 60_000,
    dnsTimeout: 10_000,
    // The outbox retries failed mails; the pool itself only replaces a connection that was lost while idle.
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", ({ message }, done) => {
    message.transform(() => joinChunks());
    done();
  });
  return transport;
}

/** Joins the chunks of a mail, because the connection writes each chunk with a separate system call. */
function joinChunks(): Transform {
  const chunks: Buffer[] = [];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      done(null, Buffer.concat(chunks));
    },
  });
}

function fileMailer({ DATA_DIR, MAIL_FROM }: MailerSettings): Mailer {
  let closing = false;
  return {
    parallel: 2,
    isClosing: () => closing,
    async send(mail) {
      try {
        const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
        const content = await new MailComposer(compose(mail, await senderOf(MAIL_FROM))).compile().build();
        const name = await writeMailFile(DATA_DIR, { time: mail.date, id: mail.id, content });
        return { outcome: "accepted", answer: `${fileAnswer}${name}` };
      } catch (error) {
        return failure(error);
      }
    },
    check: async () => null,
    close() {
      closing = true;
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const controlCharacter = /[\u0000-\u001f\u007f]/;

type Sender = NonNullable<SendMailOptions["from"]>;

async function senderOf(mailFrom: string): Promise<Sender> {
  if (parsedSender?.text === mailFrom) return parsedSender.sender;
  const { default: addressparser } = await import("nodemailer/lib/addressparser");
  parsedSender = { text: mailFrom, sender: addressparser(mailFrom, { flatten: true })[0] ?? mailFrom };
  return parsedSender.sender;
}
let parsedSender: { text: string; sender: Sender } | undefined;

/** Returns the Message-ID without its domain; delivery reports name the mail by it. */
const envelopeIdOf = (messageId: string) => /^<([^@>]+)/.exec(messageId)?.[1] ?? messageId;

function compose(mail: OutgoingMail, from: Sender, ofProvider: Record<string, string> = {}): SendMailOptions {
  const oneLine = [mail.to, mail.replyTo ?? "", mail.subject, mail.messageId, ...Object.values(mail.headers)];
  if (oneLine.some((text) => controlCharacter.test(text)))
    throw new HeaderInjection("A header of this mail contains a line break or control character.");
  return {
    messageId: mail.messageId,
    date: mail.date,
    from,
    // As an object the address is used verbatim; text would be parsed and could contain several.
    to: { name: "", address: mail.to },
    ...(mail.replyTo && { replyTo: { name: "", address: mail.replyTo } }),
    // If the server supports RFC 3461: reports name the mail and return its headers only, not its content.
    dsn: { id: envelopeIdOf(mail.messageId), return: "headers", notify: ["failure", "delay"] },
    subject: mail.subject,
    // Encoded here in one step; in the library each body would pass through its own chain of streams.
    alternatives: [
      textPart("text/plain; charset=utf-8", mail.text),
      textPart("text/html; charset=utf-8", mail.html),
      ...mail.attachments
        .filter(({ isAlternative }) => isAlternative)
        .map(({ contentType, content }) => textPart(contentType, content)),
    ],
    // RFC 3834: auto-responders do not reply to it.
    headers: { "Auto-Submitted": "auto-generated", ...ofProvider, ...mail.headers },
    attachments: mail.attachments.map(({ filename, contentType, content, encoding }) => ({
      filename,
      contentType,
      content: Buffer.from(content, encoding ?? "utf-8"),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const textPart = (contentType: string, content: string) => ({
  contentType,
  raw: Buffer.concat([
    Buffer.from(`Content-Type: ${contentType}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`),
    quotedPrintable(content),
  ]),
});

class HeaderInjection extends Error {}

/**
 * Classifies an error. Permanent: only the server's verdict on this mail (5yz to sender, recipient or content) or a defect we
 * find in it. A refused login, a broken connection or a full disk does not depend on the mail, so it is retried.
 */
function failure(error: unknown): SendResult {
  const { message, code, command, permanent, responseCode } = error as Error & {
    code?: string;
    command?: string;
    permanent?: boolean;
    responseCode?: number;
  };
  const aboutTheMail = code === "EENVELOPE" || code === "EMESSAGE";
  const final =
    error instanceof HeaderInjection || (aboutTheMail && (permanent === true || responseCode === undefined));
  const stage = aboutTheMail && responseCode !== undefined ? stages[command ?? ""] : undefined;
  return { outcome: final ? "refused" : "later", answer: connectionAdvice(error) ?? message, ...(stage && { stage }) };
}

/** What an operator can change when no connection comes about, or null: the certificate, or the scheme of SMTP_URL. */
function connectionAdvice(error: unknown): string | null {
  const certificate = certificateProblem(error);
  if (certificate) return `The mail server is not trusted. ${certificate}`;
  const { message, reason } = error as Error & { reason?: string };
  if (message === "Greeting never received")
    return "The mail server sent no greeting. If its port begins with TLS, as 465 does, its address needs smtps:// instead of smtp://.";
  if (reason === "wrong version number")
    return "The port of the mail server does not begin with TLS. Its address needs smtp:// instead of smtps://; STARTTLS is then used if the server offers it.";
  return null;
}

const stages: Readonly<Record<string, SendResult["stage"]>> = {
  "MAIL FROM": "sender",
  "RCPT TO": "recipient",
  DATA: "content",
};
