import type { Db } from "#app/platform/db.server.ts";

/**
 * With TEST_ANALYTICS_URL (`npm run column-store -- test`), visitor events of tests with a database are in a ClickHouse database of the same
 * name; without it in PostgreSQL.
 */
const server = process.env["TEST_ANALYTICS_URL"];

const tables = ["hit", "visit", "view", "session"];
let name = "";
let close = async () => {};

async function run(query: string): Promise<string> {
  const response = await fetch(new URL(`?database=${name}`, server), { method: "POST", body: query });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

export const columnStore = {
  isUsed: server !== undefined,
  url: () => new URL(name, server).href,
  run,

  async rows<Row>(query: string): Promise<Row[]> {
    const text = await run(`${query} FORMAT JSONEachRow`);
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Row);
  },

  async open(db: Db, database: string): Promise<void> {
    if (server === undefined) return;
    name = database;
    const { openStore, visitStore } = await import("#app/features/analytics/store/current-store.server.ts");
    close = await openStore(db, new URL(name, server).href);
    // The first request creates the tables.
    await visitStore().hasViewsBefore({ db }, new Date(0));
  },

  async empty(): Promise<void> {
    if (server !== undefined) for (const table of tables) await run(`TRUNCATE TABLE ${table}`);
  },

  async close(): Promise<void> {
    if (server === undefined) return;
    await close();
    await run(`DROP DATABASE ${name} SYNC`);
  },
};
