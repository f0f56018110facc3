import type { AddressInfo } from "node:net";
import { finished } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** Behavior before the server accepts a mail; anything thrown becomes the SMTP reply. */
export type MailServerRules = {
  /** Required to log in; without it no login is needed. */
  login?: { user: string; password: string };
  /** Throws to refuse the connection. */
  onConnect?: () => void;
  onSender?: () => void;
  onRecipient?: (address: string) => void;
  /** Return `drop` to cut the connection during the mail, `slow` to respond late: after milliseconds or a promise. */
  onData?: (session: SMTPServerSession) => "take" | "drop" | { slow: number | Promise<void> } | Error;
  /** Stores only the Message-IDs, for tests with many mails. */
  keeps?: "ids";
};

export type MailServer = {
  url: string;
  /** Accepted mails, oldest first. */
  received: Email[];
  ids: string[];
  recipients: () => string[];
  /** The maximum of simultaneously open connections. */
  maxConnections: () => number;
  /** Open connections and mails being stored. Zero after the last client died means that no more mail will arrive. */
  busy: () => number;
  close: () => Promise<void>;
};

/** An SMTP server on a loopback port, by default a free one, that stores accepted mail. */
export async function startMailServer(rules: MailServerRules = {}, listenOn = 0): Promise<MailServer> {
  const received: Email[] = [];
  const ids: string[] = [];
  let taking = 0;
  let most = 0;
  const server = new SMTPServer({
    authOptional: !rules.login,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      const known = username === rules.login?.user && password === rules.login?.password;
      callback(known ? null : reply(535, "5.7.8 Wrong user or password"), known ? { user: username } : undefined);
    },
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onConnect(_session, callback) {
      most = Math.max(most, server.connections.size);
      try {
        rules.onConnect?.();
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    onMailFrom(_address, _session, callback) {
      try {
        rules.onSender?.();
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    onRcptTo({ address }, _session, callback) {
      try {
        rules.onRecipient?.(address);
        callback();
      } catch (error) {
        callback(error as Error);
      }
    },
    onData(stream, session, callback) {
      const verdict = rules.onData?.(session) ?? "take";
      if (verdict === "drop") return cutConnections(server);
      const chunks: Buffer[] = [];
      taking += 1;
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      finished(stream, { writable: false }, async (cut) => {
        if (!cut && !(verdict instanceof Error)) {
          const raw = Buffer.concat(chunks);
          ids.push(/^Message-ID:\s*(<[^>]+>)/im.exec(raw.toString("latin1"))?.[1] ?? "");
          if (rules.keeps !== "ids") received.push(await PostalMime.parse(raw));
        }
        taking -= 1;
        if (cut) return;
        if (verdict === "take") callback();
        else if (verdict instanceof Error) callback(verdict);
        else if (typeof verdict.slow === "number") setTimeout(callback, verdict.slow);
        else verdict.slow.then(() => callback());
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(listenOn, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    ids,
    recipients: () => received.map((mail) => mail.to?.[0]?.address ?? ""),
    maxConnections: () => most,
    // Not counted in onConnect and onClose: for a connection that closes early only onClose is called.
    busy: () => server.connections.size + taking,
    close: () => {
      cutConnections(server);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function cutConnections(server: SMTPServer) {
  for (const connection of server.connections as Set<{ _socket: { destroy: () => void } }>)
    connection._socket.destroy();
}

/** An SMTP reply other than 250, such as `reply(451, "Try again later")`. */
export const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
