import { createHash, type Hash } from "node:crypto";
import { z } from "zod";
import { ok, type Result } from "#app/lib/result.ts";
import type { WaitingJob } from "./catalogue.server.ts";
import { damaged, type FileProblem, type Frame, readContainer, UnusableFile } from "./container.server.ts";
import { Attachment, End, Head, Job, type Manifest, TableEnd, TableStart } from "./format.server.ts";

/** The contents of a backup, in order. All digests are checked before `end` is yielded. */
export type Part =
  | { part: "head"; head: Head }
  | { part: "table"; table: TableStart }
  | { part: "rows"; piece: Buffer }
  | { part: "table_end"; end: TableEnd }
  | { part: "job"; job: WaitingJob }
  | { part: "attachment"; name: string; content: Buffer }
  | { part: "end"; end: End };

/** Reads a backup from its first part to its last. The generator throws UnusableFile at the first error. */
export async function* readParts(file: string): AsyncGenerator<Part> {
  const { frames, digestBefore } = readContainer(file);
  let open: { name: string; digest: Hash; bytes: number } | null = null;
  let tables = 0;
  let started = false;
  let ended = false;
  for await (const frame of frames) {
    if (ended || (frame.letter === "H") === started) throw damaged(file, "its parts are out of order");
    started = true;
    const inTable = frame.letter === "D" || frame.letter === "E";
    if (inTable !== (open !== null)) throw damaged(file, "its parts are out of order");
    switch (frame.letter) {
      case "H":
        yield { part: "head", head: parse(file, frame, Head) };
        break;
      case "T": {
        const table = parse(file, frame, TableStart);
        open = { name: table.name, digest: createHash("sha256"), bytes: 0 };
        yield { part: "table", table };
        break;
      }
      case "D":
        open?.digest.update(frame.body);
        if (open) open.bytes += frame.body.length;
        yield { part: "rows", piece: frame.body };
        break;
      case "E": {
        const end = parse(file, frame, TableEnd);
        const same = open?.name === end.name && open.bytes === end.bytes && open.digest.digest("hex") === end.sha256;
        if (!same) throw damaged(file, `the rows of ${end.name} do not match their checksum`);
        open = null;
        tables += 1;
        yield { part: "table_end", end };
        break;
      }
      case "J":
        yield { part: "job", job: parse(file, frame, Job) as WaitingJob };
        break;
      case "A": {
        const { name, content } = parse(file, frame, Attachment);
        yield { part: "attachment", name, content: Buffer.from(content, "base64") };
        break;
      }
      case "Z": {
        const end = parse(file, frame, End);
        if (end.tables !== tables || end.sha256 !== digestBefore()) throw damaged(file, "its checksum does not match");
        ended = true;
        yield { part: "end", end };
        break;
      }
    }
  }
  if (!ended) throw damaged(file, "its end is missing");
}

function parse<Shape extends z.ZodType>(file: string, frame: Frame, shape: Shape): z.output<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(frame.body.toString("utf8"));
  } catch {
    throw damaged(file, "a part of it is unreadable");
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw damaged(file, `a part of it is invalid (${z.prettifyError(parsed.error)})`);
  return parsed.data;
}

/** Reads a whole backup and returns its manifest, or why it cannot be used. Does not use the database. */
export async function checkBackup(file: string): Promise<Result<Manifest, FileProblem>> {
  const manifest: Manifest = {
    createdAt: "",
    postgresVersion: "",
    migrations: [],
    tables: [],
    jobs: 0,
    attachments: [],
  };
  try {
    for await (const part of readParts(file)) {
      if (part.part === "head") {
        const { createdAt, postgresVersion, migrations } = part.head;
        Object.assign(manifest, { createdAt, postgresVersion, migrations });
      } else if (part.part === "table_end") manifest.tables.push(part.end);
      else if (part.part === "job") manifest.jobs += 1;
      else if (part.part === "attachment") manifest.attachments.push(part.name);
    }
    return ok(manifest);
  } catch (error) {
    if (error instanceof UnusableFile) return { ok: false, reason: error.problem };
    throw error;
  }
}
