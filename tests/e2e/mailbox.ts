import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";

const folder = () => join(process.env["E2E_DATA_DIR"]!, "mailbox");

/** Waits for the newest mail to `to` whose subject fits, as it was really written to the mailbox. Fails after 20 seconds. */
export async function waitForMail(to: string, subject: RegExp): Promise<Email> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mails = await Promise.all((await files()).map(parse));
    const found = mails.find(
      (mail) => mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ""),
    );
    if (found) return found;
    await pause(200);
  }
  throw new Error(`No mail to ${to} with a subject like ${subject}`);
}

const files = async () =>
  (await readdir(folder()).catch(() => []))
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .reverse();

const parse = async (name: string) => PostalMime.parse(await readFile(join(folder(), name)));

/** The first link of the mail's text that contains `path`, without its host: what a reader would follow. */
export function linkIn(mail: Email, path: string): string {
  const link = mail.text?.match(/https?:\/\/[^\s<>"]+/g)?.find((url) => url.includes(path));
  if (!link) throw new Error(`No link to ${path} in: ${mail.text}`);
  const url = new URL(link);
  return url.pathname + url.search;
}
