import pg from "pg";
import { openDatabase } from "../../server/database.ts";
import { productSettings } from "../fixtures/external-database.ts";
import { type Site, site } from "./site.ts";

export async function storedRows<Row extends pg.QueryResultRow>(
  query: string,
  values: unknown[] = [],
  { dataDir }: Site = site(),
): Promise<Row[]> {
  const { connection, release } = await openDatabase(await productSettings(dataDir), "command");
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
    await release();
  }
}
