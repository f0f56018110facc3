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
 * Drops a database together with the connections that are left in it. An autovacuum worker that is in it just then is the
 * superuser's and refuses to be ended by force; a plain drop ends it without asking.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`).catch((error: { code?: string }) => {
    if (error.code !== notAllowed) throw error;
    return client.query(`drop database if exists ${name}`);
  });
}
