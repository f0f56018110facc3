import pg, { type PoolConfig } from "pg";

export async function onServer(connection: PoolConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const notAllowed = "42501";

/**
 * Drops a database together with its remaining connections. A running autovacuum worker belongs to the superuser and cannot be
 * terminated by `force`; a plain drop cancels it.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`).catch((error: { code?: string }) => {
    if (error.code !== notAllowed) throw error;
    return client.query(`drop database if exists ${name}`);
  });
}
