import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { magic, openContainer, readContainer } from "./container.server.ts";
import { openTarget, UnusableTarget } from "./target.server.ts";

const folder = mkdtempSync(join(tmpdir(), "gtmarc-target-"));
afterAll(() => rmSync(folder, { recursive: true }));

const isPosix = process.platform !== "win32";

async function write(file: string) {
  const target = await openTarget(file);
  const container = openContainer(target.stream);
  await container.writeJson("H", { written: true });
  await container.end();
  await target.keep();
}

const startOf = (file: string) => readFileSync(file, "latin1").slice(0, magic.length);

test.skipIf(!isPosix)("a FIFO stays a FIFO, and its reader gets the backup", async () => {
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  const reader = spawn("cat", [fifo]);
  const read: Buffer[] = [];
  reader.stdout.on("data", (piece: Buffer) => read.push(piece));
  const ended = once(reader, "close");
  await write(fifo);
  await ended;
  expect(Buffer.concat(read).toString("latin1").slice(0, magic.length)).toBe(magic);
  expect(lstatSync(fifo).isFIFO()).toBe(true);
  const refused = await readContainer(fifo)
    .frames.next()
    .catch((error: Error) => error.message);
  expect(refused).toContain("is not a plain file. Copy the backup to one first.");
});

test.skipIf(!isPosix)("a device is written to and not replaced", async () => {
  await write("/dev/null");
  expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
});

test.skipIf(!isPosix)(
  "a symbolic link is followed, also through another one and to a file that does not exist yet",
  async () => {
    const kept = join(folder, "disk");
    mkdirSync(kept);
    writeFileSync(join(kept, "old.gtmarc"), "older");
    symlinkSync("disk/old.gtmarc", join(folder, "latest"));
    symlinkSync("latest", join(folder, "current"));
    symlinkSync(join(kept, "new.gtmarc"), join(folder, "dangling"));
    await write(join(folder, "current"));
    await write(join(folder, "dangling"));
    for (const link of ["latest", "current", "dangling"])
      expect(lstatSync(join(folder, link)).isSymbolicLink(), link).toBe(true);
    for (const name of ["old.gtmarc", "new.gtmarc"]) expect(startOf(join(kept, name)), name).toBe(magic);
    expect(readdirSync(kept)).toHaveLength(2);
  },
);

test.skipIf(!isPosix)("links in a circle, a directory and a socket are refused with a sentence", async () => {
  symlinkSync("round", join(folder, "round"));
  mkdirSync(join(folder, "directory"));
  await expect(openTarget(join(folder, "round"))).rejects.toThrow(
    /round cannot be written: too many symbolic links\.$/,
  );
  await expect(openTarget(join(folder, "directory"))).rejects.toThrow(
    /directory is a directory: a backup is written to/,
  );
  await expect(openTarget(join(folder, "none", "x"))).rejects.toBeInstanceOf(UnusableTarget);
});
