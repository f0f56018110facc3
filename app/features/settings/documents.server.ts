import { and, asc, desc, eq, lt, or, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { lockedBy, type Settings, settingsWith, writtenValue } from "#app/platform/env.server.ts";
import { variableOf } from "#app/platform/settings/definitions.server.ts";
import { listNewest, type StoredVersion, valuesOf } from "./stored-settings.server.ts";
import { settingVersion } from "./tables.server.ts";

/** A setting that is a text of its own, with its newest versions first. `text` and `value`: null for the default. */
export type StoredDocument = {
  text: string | null;
  /** Of the newest change; 0 without one. */
  version: number;
  lockedBy: string | null;
  versions: Omit<StoredVersion, "name" | "isEncrypted">[];
  /** The version before the oldest listed one, for what that changed. */
  before: string | null;
};

const maxVersions = 30;

/** For admins (aal2). Refusals: not_admin, not_found (no such setting). */
export async function readDocument(ctx: Ctx, name: string): Promise<Result<StoredDocument, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const variable = variableOf(name);
  if (!variable) return notFound();
  const { version, value, changedByKind, changedByUserId, changedAt } = settingVersion;
  const rows = await ctx.db
    .select({ version, value, changedByKind, changedByUserId, changedAt })
    .from(settingVersion)
    .where(eq(settingVersion.name, name))
    .orderBy(desc(version))
    .limit(maxVersions + 1);
  const lock = lockedBy(variable);
  return ok({
    text: lock ? (writtenValue(variable) ?? null) : (rows[0]?.value ?? null),
    version: rows[0]?.version ?? 0,
    lockedBy: lock,
    versions: rows.slice(0, maxVersions),
    before: rows[maxVersions]?.value ?? null,
  });
}

type ReadCtx = Pick<Ctx, "db">;
const startLength = 100;

/** The beginnings of all versions of a public text, oldest first; null for the default. */
export const listDocumentStarts = (
  { db }: ReadCtx,
  name: string,
): Promise<{ version: number; start: string | null; changedAt: Date }[]> =>
  db
    .select({
      changedAt: settingVersion.changedAt,
      version: settingVersion.version,
      start: sql<string | null>`left(${settingVersion.value}, ${startLength})`,
    })
    .from(settingVersion)
    .where(eq(settingVersion.name, name))
    .orderBy(asc(settingVersion.version));

/** One version of a public text; null for the default, and if there is none. */
export async function findDocumentVersion({ db }: ReadCtx, name: string, version: number): Promise<string | null> {
  const [row] = await db
    .select({ value: settingVersion.value })
    .from(settingVersion)
    .where(and(eq(settingVersion.name, name), eq(settingVersion.version, version)));
  return row?.value ?? null;
}

/**
 * The settings as they were before a change, and if `day` came later, on it. What the environment fixes now counts as fixed then. Old values
 * that this release rejects have no effect; secrets are left out.
 */
export async function settingsBefore(ctx: ReadCtx, version: number, day: Date): Promise<Settings> {
  const until = and(
    eq(settingVersion.isEncrypted, false),
    or(lt(settingVersion.version, version), lt(settingVersion.changedAt, day)),
  );
  return settingsWith(valuesOf(await listNewest(ctx, until)).values);
}
