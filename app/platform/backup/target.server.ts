import { randomBytes } from "node:crypto";
import { constants, createWriteStream, type Stats } from "node:fs";
import { access, lstat, open, readlink, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Writable } from "node:stream";

/** Where a backup goes. Exactly one of `keep` and `discard` is called, after the stream has ended. */
export type Target = { name: string; stream: Writable; keep: () => Promise<void>; discard: () => Promise<void> };

/** Why nothing can be written there; the message is a full sentence. */
export class UnusableTarget extends Error {}

const standardOutputs = new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

export const isStandardOutput = (file: string): boolean => standardOutputs.has(file);

/**
 * Opens the target of a backup. A plain file is replaced once the backup is complete; a link is followed; a FIFO, a character
 * device and standard output (`-`) are written to as they are. Waits for the reader of a FIFO. Throws UnusableTarget.
 */
export async function openTarget(file: string): Promise<Target> {
  if (isStandardOutput(file)) return standardOutput();
  const name = resolve(file);
  const found = await stat(name).catch(() => null);
  const problem = found && unusableKind(found);
  if (problem)
    throw new UnusableTarget(`${name} is ${problem}: a backup is written to a file, a FIFO or standard output (-).`);
  try {
    const isInPlace = found !== null && (!found.isFile() || /^\/(dev|proc)\//.test(name));
    return isInPlace ? await opened(name) : await replaced(name);
  } catch (error) {
    throw new UnusableTarget(`${name} cannot be written: ${(error as Error).message}.`);
  }
}

function unusableKind(found: Stats): string | null {
  if (found.isDirectory()) return "a directory";
  if (found.isBlockDevice()) return "a disk";
  return found.isSocket() ? "a socket" : null;
}

function standardOutput(): Target {
  if (process.stdout.isTTY)
    throw new UnusableTarget("A backup is not text: redirect standard output to a file or another program.");
  // Each write reports its own error.
  process.stdout.on("error", () => {});
  const stream = new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) });
  return { name: "Standard output", stream, keep: async () => {}, discard: async () => {} };
}

async function opened(name: string): Promise<Target> {
  const handle = await open(name, constants.O_WRONLY);
  return { name, stream: handle.createWriteStream(), keep: async () => {}, discard: async () => {} };
}

async function replaced(name: string): Promise<Target> {
  const file = await endOfLinks(name);
  await access(dirname(file), constants.W_OK);
  const unfinished = `${file}.unfinished-${randomBytes(4).toString("hex")}`;
  return {
    name,
    stream: createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
    keep: () => rename(unfinished, file),
    discard: () => rm(unfinished, { force: true }),
  };
}

const maxLinks = 40;

/** The path that symbolic links lead to, which need not exist. */
async function endOfLinks(name: string): Promise<string> {
  let path = name;
  for (let followed = 0; followed < maxLinks; followed += 1) {
    const found = await lstat(path).catch(() => null);
    if (!found?.isSymbolicLink()) return path;
    path = resolve(dirname(path), await readlink(path));
  }
  throw new Error("too many symbolic links");
}
