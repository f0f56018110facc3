import { Client, type ClientConfig, escapeIdentifier, escapeLiteral, type PoolConfig } from "pg";
import { listTables } from "#app/platform/backup/catalogue.server.ts";
import { applicationRole, databaseName, superuser } from "#app/platform/postgres/cluster.server.ts";

/** Rows per table, as counted by PostgreSQL. */
type RowCounts = Record<string, number>;
type Setting = { name: string; setting: string };

async function connected<Value>(connection: PoolConfig, work: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client(connection as ClientConfig);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const countRows = (connection: PoolConfig): Promise<RowCounts> =>
  connected(connection, async (client) => {
    const counts: RowCounts = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from public.${name}`);
      counts[name] = Number(rows[0]?.n);
    }
    return counts;
  });

/** Returns the first difference as a sentence, or null. */
export function compareClusters(old: RowCounts, restored: RowCounts): string | null {
  const different = Object.keys({ ...old, ...restored }).find((name) => old[name] !== restored[name]);
  if (!different) return null;
  return `The old database has ${old[different] ?? "no"} rows of ${different}, the new one ${restored[different] ?? "no"}.`;
}

/** What the operator changed with ALTER SYSTEM. */
export const listOwnSettings = (connection: PoolConfig): Promise<Setting[]> =>
  connected(connection, async (client) => {
    const { rows } = await client.query<Setting>(
      "select name, setting from pg_file_settings where sourcefile like '%postgresql.auto.conf' order by seqno",
    );
    return rows;
  });

/** Sets them again. Returns those that this version refuses. */
export const setOwnSettings = (connection: PoolConfig, settings: readonly Setting[]): Promise<string[]> =>
  connected(connection, async (client) => {
    const refused: string[] = [];
    for (const { name, setting } of settings)
      await client
        .query(`alter system set ${escapeIdentifier(name)} = ${escapeLiteral(setting)}`)
        .catch(() => refused.push(`setting ${name} = ${setting}`));
    return refused;
  });

/** Roles and databases that the product did not create; a backup does not contain them. */
export const listOwnObjects = (connection: PoolConfig): Promise<string[]> =>
  connected(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select 'role ' || rolname as name from pg_roles where rolname not like 'pg\\_%' and rolname not in ($1, $2)
       union all select 'database ' || datname from pg_database where not datistemplate and datname not in ($3, 'postgres')
       order by 1`,
      [superuser, applicationRole, databaseName],
    );
    return rows.map(({ name }) => name);
  });
