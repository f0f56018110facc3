import { desc, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { applyStoredSettings } from "#app/platform/env.server.ts";
import { decryptValue } from "#app/platform/secrets/sealed-text.server.ts";
import { type SettingVariable, variableOf } from "#app/platform/settings/definitions.server.ts";
import { settingVersion } from "./tables.server.ts";

type ReadCtx = Pick<Ctx, "db">;
export type StoredVersion = typeof settingVersion.$inferSelect;
export type NewestVersions = ReadonlyMap<string, StoredVersion>;

/** The newest version of every setting that was ever changed, by name; with `until`, of those versions only. */
export async function listNewest({ db }: ReadCtx, until?: SQL): Promise<NewestVersions> {
  const rows = await db
    .selectDistinctOn([settingVersion.name])
    .from(settingVersion)
    .where(until)
    .orderBy(settingVersion.name, desc(settingVersion.version));
  return new Map(rows.map((row) => [row.name, row]));
}

/** The number of the newest change that this process has read. */
let loaded = 0;
let changedAt: ReadonlyMap<string, Date> = new Map();

/** When a setting was last changed, in this process's copy; null if it never was. */
export const settingChangedAt = (name: string): Date | null => changedAt.get(name) ?? null;

type Load = (ctx: ReadCtx) => Promise<void>;
const alsoLoaded: Load[] = [];
/** Adds what this process reads together with the settings, before they apply. */
export const readWithSettings = (load: Load): void => {
  alsoLoaded.push(load);
};

/** Reads all settings of the database into this process. */
export async function loadSettings(ctx: ReadCtx): Promise<void> {
  const newest = await listNewest(ctx);
  for (const load of alsoLoaded) await load(ctx);
  const { values, unreadable } = valuesOf(newest);
  changedAt = new Map([...newest.values()].map((version) => [version.name, version.changedAt]));
  applyStoredSettings(values, unreadable);
  loaded = Math.max(0, ...[...newest.values()].map(({ version }) => version));
}

/** Like `loadSettings`, if something changed since. */
export async function loadChangedSettings(ctx: ReadCtx): Promise<void> {
  const { rows } = await ctx.db.execute<{ version: number }>(
    sql`select coalesce(max(${settingVersion.version}), 0)::int as version from ${settingVersion}`,
  );
  if (rows[0]!.version !== loaded) await loadSettings(ctx);
}

export type ReadValues = {
  values: Partial<Record<SettingVariable, string>>;
  /** Secrets that this SECRET does not decrypt. */
  unreadable: SettingVariable[];
};

/** The values by variable. Names of other releases are left out. */
export function valuesOf(newest: NewestVersions): ReadValues {
  const read: ReadValues = { values: {}, unreadable: [] };
  for (const version of newest.values()) {
    const variable = variableOf(version.name);
    if (!variable || version.value === null) continue;
    const value = plainValue(version);
    if (value === null) read.unreadable.push(variable);
    else read.values[variable] = value;
  }
  return read;
}

/** The value as it is written in the environment; null for the default, and if this SECRET does not decrypt it. */
export const plainValue = ({ name, value, isEncrypted }: StoredVersion): string | null =>
  value !== null && isEncrypted ? decryptValue(name, value) : value;
