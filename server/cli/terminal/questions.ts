import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { Misuse } from "./output.ts";

/** Asks on the terminal; `hidden` does not echo the input. Throws Misuse without a terminal. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Misuse(`This needs a terminal to ask: ${question}`);
  let quiet = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!quiet) process.stderr.write(chunk);
      done();
    },
  });
  const dialogue = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = dialogue.question(question);
    quiet = hidden;
    return await answer;
  } finally {
    dialogue.close();
    if (hidden) process.stderr.write("\n");
  }
}

type Names = { firstName?: string | undefined; lastName?: string | undefined };

/** The names that clients read. Asks on a terminal unless they are given or known; without an answer it is the firm's name. */
export async function askNames({ firstName, lastName }: Names, isNamed: boolean): Promise<Names> {
  if (![firstName ?? "", lastName ?? ""].every(isInvisible) || isNamed || !process.stdin.isTTY)
    return { firstName, lastName };
  return { firstName: await ask("First name, as clients read it: "), lastName: await ask("Last name: ") };
}

/** The whole of standard input. */
export async function textFromInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** The first line of standard input, for `--password-stdin`. */
export const lineFromInput = async (): Promise<string> =>
  ((await textFromInput()).split("\n")[0] ?? "").replace(/\r$/, "");
