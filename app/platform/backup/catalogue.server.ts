import type { ClientBase } from "pg";

export type Table = { name: string; partitioned: boolean; columns: string[] };

/** A partition; partitions are created at run time, so migrations alone do not restore them. */
export type Partition = { name: string; parent: string; bound: string; key: string | null };

/** A foreign key; `mode` is when it is checked. */
export type Reference = {
  constraint: string;
  child: string;
  parent: string;
  mode: "not deferrable" | "deferrable initially immediate" | "deferrable initially deferred";
};

/** Condition for tables of the schema public that belong to no extension. */
const ours = `n.nspname = 'public' and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** Lists the tables to copy, sorted by name; partitions are copied with their parent. Names are quoted where needed. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select quote_ident(c.relname) as name, c.relkind = 'p' as partitioned,
       array(select quote_ident(a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and ${ours} order by c.relname`,
  );
  return rows;
}

/** Lists partitions, parents first. */
export async function listPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `with recursive part as (
       select c.oid, c.relname, p.relname as parent, 1 as depth from pg_class c
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = c.relnamespace
       where c.relispartition and c.relkind in ('r', 'p') and not p.relispartition and ${ours}
       union all
       select c.oid, c.relname, part.relname, depth + 1 from part
       join pg_inherits i on i.inhparent = part.oid join pg_class c on c.oid = i.inhrelid)
     select quote_ident(part.relname) as name, quote_ident(parent) as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as key
     from part join pg_class c on c.oid = part.oid order by depth, part.relname`,
  );
  return rows;
}

export async function listReferences(client: ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select quote_ident(f.conname) as constraint, quote_ident(c.relname) as child, quote_ident(p.relname) as parent,
       case when f.condeferred then 'deferrable initially deferred' when f.condeferrable then 'deferrable initially immediate'
         else 'not deferrable' end as mode
     from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.conparentid = 0 and f.conrelid <> f.confrelid and ${ours}`,
  );
  return rows;
}

/** The current value of each sequence, by name; `called`: `value` has already been used. */
export type Sequence = { name: string; value: string; called: boolean };

export async function listSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${ours} order by c.relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${name}`,
    );
    sequences.push({ name, value: state.rows[0]?.value ?? "1", called: state.rows[0]?.called ?? false });
  }
  return sequences;
}

/** Sorts referenced tables before the tables that reference them; members of a cycle keep their order. */
export function parentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<Table>();
  const visiting = new Set<string>();
  const visit = (name: string) => {
    const table = byName.get(name);
    if (!table || visiting.has(name)) return;
    visiting.add(name);
    for (const reference of references) if (reference.child === name) visit(reference.parent);
    ordered.add(table);
  };
  for (const table of tables) visit(table.name);
  return [...ordered];
}

export type Migration = { hash: string; at: number };

export async function listMigrations(client: ClientBase): Promise<Migration[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

export type WaitingJob = { name: string; data: unknown; startAfter: string; key: string | null };

export async function listWaitingJobs(client: ClientBase): Promise<WaitingJob[]> {
  const { rows: found } = await client.query("select to_regclass('pgboss.job') is not null as there");
  if (!found[0]?.there) return [];
  const { rows } = await client.query<WaitingJob>(
    `select name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startAfter", singleton_key as key
     from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss\\_\\_%' order by created_on, id`,
  );
  return rows;
}
