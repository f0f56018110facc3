import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { openClickhouse } from "./clickhouse-store.server.ts";
import { ColumnDatabase } from "./column-database.server.ts";

const { ctx, db } = useDatabase();

/** A server in place of ClickHouse. */
async function served(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://gtmarc:secret@127.0.0.1:${(server.address() as AddressInfo).port}/gtmarc`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, stop };
}

test.each([
  [241, "MEMORY_LIMIT_EXCEEDED", "unavailable"],
  [202, "TOO_MANY_SIMULTANEOUS_QUERIES", "unavailable"],
  [516, "AUTHENTICATION_FAILED", "unavailable"],
  [62, "SYNTAX_ERROR", null],
])("the server's error %i (%s) counts as %s", async (code, name, failure) => {
  const { url, stop } = await served((_, response) => {
    response.writeHead(500, { "x-clickhouse-exception-code": String(code) });
    response.end(`Code: ${code}. DB::Exception: It did not work. (${name}) (version 26.7.1.1)`);
  });
  const database = await ColumnDatabase.open(url, []);
  const error: unknown = await database.rows({ query: "SELECT 1" }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(databaseFailure(error)).toBe(failure);
  expect(String(error)).not.toContain("secret");
  await database.close();
  stop();
});

// Requests time out after 30 seconds.
test("a server that does not respond does not delay a stop; its batches stay", { timeout: 25_000 }, async () => {
  const { url, stop } = await served(() => {});
  const { store, close } = await openClickhouse(url);
  const hit = { sessionId: null, kind: 1, pageId: 5, typeId: null, nameId: null, value: null, detail: null };
  await store.insertHits({ db }, [{ ...hit, atMicros: ctx.now.getTime() * 1000 }]);
  await close();
  stop();
});
