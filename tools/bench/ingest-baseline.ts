/**
 * The baseline of ingest.bench.ts, as a process of its own: a bare HTTP server that parses a body and inserts it into a narrow
 * table, one multi-row insert at a time, and responds after the commit. It validates nothing and derives nothing.
 */
import { createServer } from "node:http";
import { openPool } from "../../app/platform/db.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";

const [dataDir = "", port = "0"] = process.argv.slice(2);
const { connection } = await startEmbedded({ dataDir, role: "command" });
const pool = openPool(connection);
await pool.query(
  `create table if not exists bench_hit (at timestamptz not null, session text, page text, value float8)`,
);

type Waiting = { session: string; page: string; value: number; done: () => void };
let waiting: Waiting[] = [];
let isWriting = false;

async function write() {
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await pool.query("insert into bench_hit select now(), * from unnest($1::text[], $2::text[], $3::float8[])", [
      batch.map(({ session }) => session),
      batch.map(({ page }) => page),
      batch.map(({ value }) => value),
    ]);
    for (const { done } of batch) done();
  }
  isWriting = false;
}

createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const { session_id, data } = JSON.parse(Buffer.concat(pieces).toString()) as {
      session_id: string;
      data: { page_path: string; duration: number };
    };
    const done = () => response.writeHead(202, { "content-type": "application/json" }).end('{"ok":true}');
    waiting.push({ session: session_id, page: data.page_path, value: data.duration, done });
    if (!isWriting) setImmediate(() => void (isWriting || write()));
  });
}).listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\n"));
