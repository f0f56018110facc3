import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { type Site, site } from "./site.ts";

const parsed = new Map<string, Promise<Email>>();

/** Waits for the latest mail to `to` with a matching subject and returns its file. */
export async function waitForMail(to: string, subject: RegExp, at: Site = site()): Promise<Email> {
  let found: Email | undefined;
  await expect
    .poll(
      async () => {
        const mails = await Promise.all((await files(at)).map(parse));
        found = mails.find(
          (mail) => mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ""),
        );
        return found !== undefined;
      },
      { message: `mail to ${to} with a subject like ${subject}`, intervals: [100] },
    )
    .toBe(true);
  return found!;
}

export async function listMails(subject: RegExp, at: Site = site()): Promise<Email[]> {
  const mails = await Promise.all((await files(at)).map(parse));
  return mails.filter((mail) => subject.test(mail.subject ?? ""));
}

async function files({ dataDir }: Site): Promise<string[]> {
  const folder = join(dataDir, "mailbox");
  return (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** A mail file never changes once it has its final name. */
function parse(file: string): Promise<Email> {
  const mail = parsed.get(file) ?? readFile(file).then((content) => PostalMime.parse(content));
  parsed.set(file, mail);
  return mail;
}

/** The first link in the mail's text that contains `path`, without its host. */
export function linkIn(mail: Email, path: string): string {
  const link = mail.text?.match(/https?:\/\/[^\s<>"]+/g)?.find((url) => url.includes(path));
  if (!link) throw new Error(`No link to ${path} in: ${mail.text}`);
  const url = new URL(link);
  return url.pathname + url.search;
}

export const digitsIn = (mail: Email): string => matchIn(mail, /\b\d{6}\b/);

export const accessCodeIn = (mail: Email): string => matchIn(mail, /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/);

function matchIn(mail: Email, pattern: RegExp): string {
  const found = pattern.exec(mail.text ?? "")?.[0];
  if (!found) throw new Error(`Nothing like ${pattern} in: ${mail.text}`);
  return found;
}
