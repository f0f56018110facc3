import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Refusal } from "#app/lib/refusal.ts";

/**
 * The backup file format: one plain line that identifies it, then a gzip stream of frames. A frame is a letter, the
 * length of its body in four bytes (big-endian), and the body.
 *   H: header, once, first (JSON)
 *   T: start of a table (JSON)
 *   D: a chunk of its rows, in COPY's text format
 *   E: end of the table (JSON: rows, bytes, SHA-256 of the chunks)
 *   J: a pending job (JSON)
 *   A: an attachment (JSON)
 *   Z: end, once, last (JSON; the SHA-256 over all previous frames)
 * The file is written and read in one pass, and truncation, changes and reordering are detected without the database.
 */
export const magic = "GTMARC BACKUP 1\n";
const product = "GTMARC BACKUP ";

export type Letter = "H" | "T" | "D" | "E" | "J" | "A" | "Z";
export type Frame = { letter: Letter; body: Buffer };

const letters = new Set<string>(["H", "T", "D", "E", "J", "A", "Z"]);
const maxBody = 64 * 1024 * 1024;

/** Why a file cannot be used as a backup. The message is a full sentence. */
export type FileProblem = Refusal<"cannot_read" | "not_a_backup" | "newer_format" | "damaged", { message: string }>;

export class UnusableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export const damaged = (file: string, what: string) =>
  new UnusableFile({ kind: "damaged", message: `${file} is damaged: ${what}. Nothing was changed.` });

/** Writes frames to an opened target. `end` resolves when everything is written. */
export function openContainer(disk: Writable) {
  const gzip = createGzip({ level: 4 });
  const everything = createHash("sha256");
  disk.write(magic);
  const written = pipeline(gzip, disk);
  let failure: Error | undefined;
  written.catch((error: Error) => {
    failure = error;
  });

  const write = async (letter: Letter, body: Buffer) => {
    if (failure) throw failure;
    const head = headOf(letter, body);
    everything.update(head).update(body);
    gzip.write(head);
    if (!gzip.write(body)) await Promise.race([new Promise((resolve) => gzip.once("drain", resolve)), written]);
  };
  return {
    write,
    writeJson: (letter: Letter, value: unknown) => write(letter, Buffer.from(JSON.stringify(value))),
    digestSoFar: () => everything.copy().digest("hex"),
    end: async () => {
      gzip.end();
      await written;
    },
    abandon: async () => {
      gzip.destroy();
      await written.catch(() => {});
    },
  };
}

function headOf(letter: Letter, body: Buffer) {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeUInt32BE(body.length, 1);
  return head;
}

/** The frames in order; after the end frame, `digestBefore` returns the digest over all frames before it. */
export type Reading = { frames: AsyncGenerator<Frame>; digestBefore: () => string };

/** Reads a file in chunks. The generator throws UnusableFile. */
export function readContainer(file: string): Reading {
  const everything: Hash = createHash("sha256");
  let before = "";
  async function* frames(): AsyncGenerator<Frame> {
    await checkMagic(file);
    const source = createReadStream(file, { start: magic.length });
    const gunzip = createGunzip();
    source.on("error", (error) => gunzip.destroy(error));
    let held: Buffer = Buffer.alloc(0);
    try {
      for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
        held = held.length ? Buffer.concat([held, chunk]) : chunk;
        for (let frame = firstFrame(file, held); frame; frame = firstFrame(file, held)) {
          if (frame.letter === "Z") before = everything.copy().digest("hex");
          everything.update(held.subarray(0, 5 + frame.body.length));
          held = held.subarray(5 + frame.body.length);
          yield frame;
        }
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw damaged(file, "it cannot be unpacked");
      throw error;
    } finally {
      source.destroy();
      gunzip.destroy();
    }
    if (held.length > 0) throw damaged(file, "it is truncated");
  }
  return { frames: frames(), digestBefore: () => before };
}

function firstFrame(file: string, held: Buffer): Frame | null {
  if (held.length < 5) return null;
  const letter = String.fromCharCode(held[0] ?? 0);
  const length = held.readUInt32BE(1);
  if (!letters.has(letter) || length > maxBody) throw damaged(file, "it contains an unknown frame");
  if (held.length < 5 + length) return null;
  return { letter: letter as Letter, body: held.subarray(5, 5 + length) };
}

async function checkMagic(file: string) {
  let first: string;
  try {
    // The whole file is checked before it is read again. Opening a FIFO would wait for its writer.
    if (!(await stat(file)).isFile()) throw new Error("it is not a plain file. Copy the backup to one first");
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
      first = buffer.subarray(0, bytesRead).toString("latin1");
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new UnusableFile({ kind: "cannot_read", message: `${file} cannot be read: ${(error as Error).message}.` });
  }
  if (first === magic) return;
  if (first.startsWith(product))
    throw new UnusableFile({
      kind: "newer_format",
      message: `${file} was written by a newer release of GTMarc. Restore it with that release.`,
    });
  throw new UnusableFile({ kind: "not_a_backup", message: `${file} is not a backup of GTMarc.` });
}
