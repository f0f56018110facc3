import { desc, inArray, sql } from "drizzle-orm";
import {
  adminCommand,
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
  unrecorded,
} from "#app/features/security/audit/admin-command.server.ts";
import { canChange, canRead, hasFreshCode, userIdOf } from "#app/lib/actor.ts";
import { counted } from "#app/lib/numbers.ts";
import { pick } from "#app/lib/program/record-of.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type Stale,
  stale,
} from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import {
  checkStored,
  lockedBy,
  type Settings,
  settingsWith,
  storedSettingProblems,
  writtenValue,
} from "#app/platform/env.server.ts";
import { encryptValue } from "#app/platform/secrets/sealed-text.server.ts";
import type { SettingDefinition, SettingGroup } from "#app/platform/settings/definition.ts";
import {
  definitionOf,
  groupOf,
  type SettingVariable,
  settingVariables,
  variableOf,
} from "#app/platform/settings/definitions.server.ts";
import { withPortraitNames, withPortraits } from "#app/platform/settings/portrait.server.ts";
import { refusedChanges } from "#app/platform/settings/refused-changes.server.ts";
import { settingsAudit } from "./audit.ts";
import { settingsChannel } from "./follow-settings.server.ts";
import {
  listNewest,
  loadSettings,
  type NewestVersions,
  plainValue,
  type StoredVersion,
  valuesOf,
} from "./stored-settings.server.ts";
import { settingVersion } from "./tables.server.ts";

/*
 * Settings that admins change while the site runs. Each change is a new version with author and time; the newest version of a name is
 * its value, and undoing a change appends the value that it replaced. The environment wins over the database and locks a setting.
 *
 * A change is kept after it was parsed, compared with the other settings and tried out (`SettingTests`), in one transaction with its audit entry
 * and the notification of all processes (follow-settings.server.ts). Values are as they would be written in the environment.
 *
 * Prevents reading secrets from a copied database or backup (encrypted with SECRET) and from the pages (never returned), taking over mail
 * or payments with a stolen session (a fresh code for secrets and for everything that sends or charges), and lost changes of two admins on one
 * page (`expectedVersion`).
 */

/** `value` as it would be written in the environment; null or empty for the default. */
export type SettingChange = { name: string; value: string | null };

/** By variable: tries a new value with the settings as they would be. Null if it works, else the problem. */
export type SettingTests = Partial<Record<SettingVariable, (settings: Settings) => Promise<string | null>>>;

/** Problems by the setting's name; they continue the name. */
type Refused = NotAdmin | NotFound | FreshCodeRequired | Refusal<"invalid", { fields: Record<string, string> }>;
/** What another admin changed since the caller read the group. */
type Changed = Stale<{ version: number; changes: SettingVersion[] }>;

/** Runs in the transaction of a change. Returns why the change must not be kept: problems by the setting's name. */
type Alongside = (tx: Ctx, names: readonly string[]) => Promise<Record<string, string>>;
type Change = {
  expectedVersion?: number | null;
  tests?: SettingTests;
  /** What else happens if the change is kept, or if nothing differs. It needs a fresh code. */
  alongside?: Alongside | null;
};

const followers = new Map<string, (tx: Ctx) => Promise<void>>();

/** Called by server/process/listeners.ts only: what follows from every change of settings, in its transaction. */
export const registerAfterChange = (name: string, follow: (tx: Ctx) => Promise<void>) => followers.set(name, follow);

type Written = { variable: SettingVariable; definition: SettingDefinition; value: string | null };

/**
 * Changes settings of one group; several together, because some belong together. `expectedVersion`: the version of the group that the
 * caller read. Returns the group's new version. Refusals: not_admin, not_found (unknown name), fresh_code_required, invalid, stale.
 */
export async function changeSettings(
  ctx: Ctx,
  { changes, ...given }: { changes: readonly SettingChange[] } & Change,
): Promise<Result<{ version: number; changed: string[] }, Refused | Changed>> {
  return keep(ctx, changes, { ...given, action: settingsAudit.changed });
}

/**
 * Undoes a change: appends the value that version `version` of the setting replaced; by default of the newest change. Refusals as for
 * `changeSettings`; also not_found if there is no such change.
 */
export async function undoSetting(
  ctx: Ctx,
  { name, version, tests = {} }: { name: string; version?: number; tests?: SettingTests },
): Promise<Result<{ version: number; changed: string[] }, Refused | Changed>> {
  if (!canChange(ctx.actor, "settings")) return notAdmin();
  const versions = await ctx.db
    .select()
    .from(settingVersion)
    .where(sql`${settingVersion.name} = ${name}`)
    .orderBy(desc(settingVersion.version));
  const place = version === undefined ? 0 : versions.findIndex((one) => one.version === version);
  if (!versions[place]) return notFound();
  const former = versions[place + 1];
  const value = former ? plainValue(former) : null;
  if (former && former.value !== null && value === null)
    return refuse("invalid", { fields: { [name]: "was encrypted with another SECRET; set it again" } });
  return keep(ctx, [{ name, value }], { tests, action: settingsAudit.undone });
}

async function keep(
  ctx: Ctx,
  changes: readonly SettingChange[],
  {
    expectedVersion = null,
    tests = {},
    alongside = null,
    action,
  }: Change & { action: (typeof settingsAudit)[keyof typeof settingsAudit] },
): Promise<Result<{ version: number; changed: string[] }, Refused | Changed>> {
  if (!canChange(ctx.actor, "settings")) return notAdmin();
  const written = changes.map(writtenOf);
  if (!written.every((one) => one !== null) || written.length === 0) return notFound();
  const before = valuesOf(await listNewest(ctx));
  for (const one of written) one.value = withKeptPortraits(one, before.values);
  const differing = written.filter(({ variable, value }) => isChange(before, variable, value));
  const fields = problemsOf(differing, before.values);
  if (Object.keys(fields).length > 0) return refuse("invalid", { fields });
  const needsCode =
    alongside !== null || differing.some(({ definition: { secret, isSensitive } }) => secret || isSensitive);
  // A test connects to the address in the value, so it comes after the code.
  if (needsCode && !hasFreshCode(ctx.actor, ctx.now)) return refuse("fresh_code_required");
  const failed = await failedTests(differing, before.values, tests);
  if (Object.keys(failed).length > 0) return refuse("invalid", { fields: failed });
  const command = needsCode ? freshAdminCommand : adminCommand;
  const kept = await command(ctx, "settings", async (tx) => {
    await takeTurn(tx, "settings", "change");
    const newest = await listNewest(tx);
    const groups = new Set(written.map(({ definition }) => groupOf(definition)));
    const names = namesBeside(written);
    const version = versionOf(newest, names);
    if (expectedVersion !== null && version > expectedVersion)
      return stale({ version, changes: await listVersions(tx, names, expectedVersion) });
    const current = valuesOf(newest);
    const changed = written.filter(({ variable, value }) => isChange(current, variable, value));
    const refusedBy = (fields: Record<string, string>) =>
      Object.keys(fields).length > 0 && refuse("invalid", { fields });
    const proceed = async () => refusedBy((await alongside?.(tx, names)) ?? {});
    if (changed.length === 0) return (await proceed()) || unrecorded({ version, changed: [] as string[] });
    const contrary = refusedBy(problemsOf(changed, current.values));
    if (contrary) return contrary;
    const rows = await tx.db
      .insert(settingVersion)
      .values(changed.map((one) => rowOf(tx, one)))
      .returning({ version: settingVersion.version });
    await tx.db.execute(sql`select pg_notify(${settingsChannel}, '')`);
    for (const follow of followers.values()) await follow(tx);
    const refused = await proceed();
    if (refused) return refused;
    const detail = Object.fromEntries(changed.map((one) => [one.definition.name, change(one, current.values)]));
    return recorded(
      { action, subject: [...groups].join(", "), detail },
      {
        version: Math.max(...rows.map((row) => row.version)),
        changed: changed.map(({ definition }) => definition.name as string),
      },
    );
  });
  if (kept.ok) await loadSettings(ctx);
  return kept;
}

function writtenOf({ name, value }: SettingChange): Written | null {
  const variable = variableOf(name);
  return variable && { variable, definition: definitionOf(variable), value: value?.trim() || null };
}

/** Portraits come back by name. The environment has none: it names files. */
const withKeptPortraits = (
  { variable, definition, value }: Written,
  former: Partial<Record<SettingVariable, string>>,
) => (value !== null && definition.kind === "people" ? withPortraits(value, former[variable] ?? "") : value);

const isChange = (
  { values, unreadable }: ReturnType<typeof valuesOf>,
  variable: SettingVariable,
  value: string | null,
) => unreadable.includes(variable) || (values[variable] ?? null) !== value;

const withChanges = (changed: readonly Written[], values: Partial<Record<SettingVariable, string>>) => ({
  ...values,
  ...Object.fromEntries(changed.map(({ variable, value }) => [variable, value ?? undefined])),
});

/** By name: settings that the environment locks, invalid values and contradictions. */
function problemsOf(
  changed: readonly Written[],
  values: Partial<Record<SettingVariable, string>>,
): Record<string, string> {
  const next = withChanges(changed, values);
  const invalid = checkStored(next);
  const found = invalid.length > 0 ? invalid : refusedChanges(changed, settingsWith(next));
  return Object.fromEntries(
    changed.flatMap(({ variable, definition: { name } }) => {
      const lock = lockedBy(variable);
      const problem = lock ? `is fixed by ${lock} in the environment` : problemOf(variable, found);
      return problem ? [[name, problem]] : [];
    }),
  );
}

/** Also if the contradiction is with a setting that this change leaves empty. */
const problemOf = (variable: SettingVariable, found: ReturnType<typeof checkStored>): string | null =>
  found.find((one) => one.variable === variable)?.problem ??
  found.find(({ problem }) => problem.includes(definitionOf(variable).name))?.problem ??
  null;

/** The problem of a setting as one sentence. A contradiction names its settings, an invalid value does not. */
export const settingSentence = (name: string, problem: string): string =>
  /^[a-z-]+\.[a-z_]+ /.test(problem) ? `${problem}.` : `${name} ${problem}.`;

async function failedTests(
  changed: readonly Written[],
  values: Partial<Record<SettingVariable, string>>,
  tests: SettingTests,
): Promise<Record<string, string>> {
  const settings = settingsWith(withChanges(changed, values));
  const tried = await Promise.all(
    changed.map(async ({ variable, definition, value }) => [
      definition.name,
      value === null ? null : ((await tests[variable]?.(settings)) ?? null),
    ]),
  );
  return Object.fromEntries(tried.filter(([, problem]) => problem !== null));
}

const rowOf = (ctx: Ctx, { definition: { name, secret }, value }: Written) => ({
  name,
  value: value !== null && secret ? encryptValue(name, value) : value,
  isEncrypted: value !== null && secret === true,
  changedByKind: ctx.actor.kind === "system" ? (ctx.actor.from ?? "system") : ctx.actor.kind,
  changedByUserId: userIdOf(ctx.actor),
  changedAt: ctx.now,
});

const shown = ({ secret, kind }: SettingDefinition, value: string | null): string | null => {
  if (value !== null && kind === "picture") return `a picture of ${Math.ceil((value.length * 3) / 4000)} kB`;
  if (value !== null && kind === "people") return withPortraitNames(value);
  return secret && value !== null ? "set" : value;
};

/** In lists of changes and the audit log, where a document would be pages long. */
const inShort = (definition: SettingDefinition, value: string | null): string | null =>
  value !== null && definition.kind === "document"
    ? `a text of ${counted(value.split(/\s+/).filter(Boolean).length, "word")}`
    : shown(definition, value);

const change = ({ variable, definition, value }: Written, values: Partial<Record<SettingVariable, string>>) => ({
  from: inShort(definition, values[variable] ?? null),
  to: inShort(definition, value),
});

const namesOf = (groups: ReadonlySet<SettingGroup>): string[] =>
  settingVariables.map(definitionOf).flatMap((one) => (groups.has(groupOf(one)) ? [one.name] : []));

/** What was on the same page as these settings: a document alone, or the settings of their groups. */
const namesBeside = (written: readonly Written[]): string[] =>
  written.every(({ definition: { kind } }) => kind === "document")
    ? written.map(({ definition: { name } }) => name)
    : namesOf(new Set(written.map(({ definition }) => groupOf(definition))));

const versionOf = (newest: NewestVersions, names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => newest.get(name)?.version ?? 0));

export type SettingEntry = {
  name: string;
  variable: SettingVariable;
  /** As it would be written in the environment; a secret is "set" or null. */
  value: string | null;
  source: "default" | "database" | "environment";
  /** The variable that locks it. */
  lockedBy: string | null;
  secret: boolean;
  /** Why the value of the database has no effect. */
  problem: string | null;
  changedByKind: string | null;
  changedByUserId: string | null;
  changedAt: Date | null;
};

/** Lists every setting with its value and last change. For admins (aal2). Refusal: not_admin. */
export async function listSettings(ctx: Ctx): Promise<Result<SettingEntry[], NotAdmin>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const newest = await listNewest(ctx);
  return ok(settingVariables.map((variable) => entryOf(variable, newest)));
}

function entryOf(variable: SettingVariable, newest: NewestVersions): SettingEntry {
  const definition = definitionOf(variable);
  const { name } = definition;
  const lock = lockedBy(variable);
  const version = newest.get(name);
  const problem = storedSettingProblems().find((one) => one.variable === variable)?.problem ?? null;
  const written = writtenValue(variable) ?? null;
  return {
    ...{ name, variable, lockedBy: lock, secret: definition.secret === true, problem },
    value: shown(definition, written ?? definition.default ?? null),
    source: lock ? "environment" : written === null ? "default" : "database",
    changedByKind: version?.changedByKind ?? null,
    changedByUserId: version?.changedByUserId ?? null,
    changedAt: version?.changedAt ?? null,
  };
}

/** A change: `from` and `to` are null for the default, and "set" for secrets. */
export type SettingVersion = Omit<StoredVersion, "value" | "isEncrypted"> & { from: string | null; to: string | null };

const maxListed = 100;

/** The settings of groups, their version and their newest 100 changes. For admins (aal2). Refusal: not_admin. */
export async function readSettingGroup(
  ctx: Ctx,
  ...asked: SettingGroup[]
): Promise<Result<{ version: number; settings: SettingEntry[]; history: SettingVersion[] }, NotAdmin>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const groups = new Set(asked);
  const [newest, history] = await Promise.all([listNewest(ctx), listVersions(ctx, namesOf(groups), 0)]);
  const settings = settingVariables
    .filter((variable) => groups.has(groupOf(definitionOf(variable))))
    .map((variable) => entryOf(variable, newest));
  return ok({ version: versionOf(newest, namesOf(groups)), settings, history });
}

async function listVersions({ db }: Ctx, names: readonly string[], after: number): Promise<SettingVersion[]> {
  const rows = await db
    .select({
      ...pick(settingVersion, ["version", "name", "value", "changedByKind", "changedByUserId", "changedAt"]),
      before: sql<
        string | null
      >`lag(${settingVersion.value}) over (partition by ${settingVersion.name} order by ${settingVersion.version})`,
    })
    .from(settingVersion)
    .where(inArray(settingVersion.name, [...names]))
    .orderBy(desc(settingVersion.version))
    .limit(maxListed);
  return rows
    .filter(({ version }) => version > after)
    .map(({ value, before, ...row }) => {
      const definition = definitionOf(variableOf(row.name)!);
      return { ...row, from: inShort(definition, before), to: inShort(definition, value) };
    });
}
