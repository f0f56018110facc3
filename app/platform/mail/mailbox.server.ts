import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Mail as files: `DATA_DIR/mailbox/<time>-<id>.eml`, one RFC 5322 message each, sorted by time. Written by the mailer
 * if no mail server is set, read by /dev/mailbox and by tests. Readable by this user only, because they contain codes.
 */
const folderOf = (dataDir: string) => join(dataDir, "mailbox");

const fileName = /^\d{8}T\d{6}\.\d{3}Z-[\w-]+\.eml$/;

/** Writes one message atomically. Named by `time` and `id`, so a retry replaces its first copy. Returns the name. */
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

/** Lists the names of the stored messages, newest first. */
export async function listMailFiles(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(whenMissing<string[]>([]));
  return names
    .filter((name) => fileName.test(name))
    .sort()
    .reverse();
}

/** Returns one message as written, or null. Names that are not listed return null and are never joined to a path. */
export async function findMailFile(dataDir: string, name: string): Promise<Buffer | null> {
  if (!fileName.test(name)) return null;
  return readFile(join(folderOf(dataDir), name)).catch(whenMissing<null>(null));
}

/** Deletes the messages with these ids. */
export async function deleteMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  const names = ids.length === 0 ? [] : await listMailFiles(dataDir);
  const found = names.filter((name) => ids.some((id) => name.endsWith(`-${id}.eml`)));
  await Promise.all(found.map((name) => rm(join(folderOf(dataDir), name), { force: true })));
}

const whenMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
