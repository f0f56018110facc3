import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Mail as files: `DATA_DIR/mailbox/<time>-<id>.eml`, one RFC 5322 message each, newest last in name order. Written by the
 * mailer when no mail server is set, read by /dev/mailbox and by tests. Only this user may read them: they hold codes.
 */
const folderOf = (dataDir: string) => join(dataDir, "mailbox");

const fileName = /^\d{8}T\d{6}\.\d{3}Z-[\w-]+\.eml$/;

/**
 * Writes one message so that a reader sees all of it or nothing. The name follows from `time` and `id` alone: the same
 * mail written again after a crash replaces its first copy. Returns the file's name.
 */
export async function writeMailFile(
  dataDir: string,
  mail: { time: Date; id: string; content: Buffer },
): Promise<string> {
  const folder = folderOf(dataDir);
  const name = `${mail.time.toISOString().replace(/[-:]/g, "")}-${mail.id}.eml`;
  if (!fileName.test(name)) throw new Error(`${JSON.stringify(mail.id)} cannot be part of a file name`);
  const unfinished = join(folder, `.${name}.${process.pid}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(unfinished, "w", 0o600);
    try {
      await file.writeFile(mail.content);
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return name;
}

/** Names of the stored messages, newest first; none when nothing was ever written. */
export async function listMailFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(whenMissing<string[]>([]));
  return names
    .filter((name) => fileName.test(name))
    .sort()
    .reverse();
}

/** One message as it was written, or null. Any other name than those listed is null: it is never joined to a path. */
export async function findMailFile(dataDir: string, name: string): Promise<Buffer | null> {
  if (!fileName.test(name)) return null;
  return readFile(join(folderOf(dataDir), name)).catch(whenMissing<null>(null));
}

const whenMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
