import { type NotAdmin, type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { environmentOnly } from "#app/platform/env.server.ts";
import {
  isSettingGroup,
  type SettingDefinition,
  type SettingGroup,
  settingGroups,
} from "#app/platform/settings/definition.ts";
import { definitionOf } from "#app/platform/settings/definitions.server.ts";
import { readSettingGroup, type SettingEntry, type SettingVersion } from "./settings.server.ts";

export type SettingField = Pick<SettingEntry, "name" | "value" | "source" | "lockedBy" | "secret" | "problem"> &
  Pick<SettingDefinition, "label" | "help" | "kind"> & { choices: readonly string[]; preset: string | null };

const zones = () => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])];

export type SettingPage = {
  group: string;
  title: string;
  version: number;
  fields: SettingField[];
  history: (SettingVersion & { label: string })[];
};

/** The groups in order, for the navigation of the settings pages. */
export const listSettingGroups = (): { group: string; title: string }[] =>
  Object.entries(settingGroups).map(([group, title]) => ({ group, title }));

/** Settings that only the environment of the process has. */
export const listEnvironmentOnly = (): readonly string[] => environmentOnly;

/** A group as its page shows it. For admins (aal2). Refusals: not_admin, not_found (unknown group). */
export async function readSettingPage(ctx: Ctx, group: string): Promise<Result<SettingPage, NotAdmin | NotFound>> {
  if (!isSettingGroup(group)) return notFound();
  const read = await readSettingGroup(ctx, group);
  if (!read.ok) return read;
  const labels = new Map(read.value.settings.map(({ variable, name }) => [name, definitionOf(variable).label]));
  const shown = read.value.settings.filter(({ variable }) => !definitionOf(variable).isHidden);
  return ok({
    ...{ group, title: settingGroups[group], version: read.value.version },
    fields: shown.map(fieldOf),
    history: read.value.history.map((version) => ({ ...version, label: labels.get(version.name) ?? version.name })),
  });
}

/** What the first owner is asked for right after the account: the rest is a checklist. */
const firstSettings = ["firm.name", "booking.timezone", "mail.from"];

/** The page of the first settings, of several groups; without history. For admins (aal2). Refusal: not_admin. */
export async function readFirstSettings(ctx: Ctx): Promise<Result<SettingPage, NotAdmin>> {
  const groups = firstSettings.map((name) => name.slice(0, name.indexOf(".")) as SettingGroup);
  const read = await readSettingGroup(ctx, ...groups);
  if (!read.ok) return read;
  const { version, settings } = read.value;
  const entries = firstSettings.flatMap((asked) => settings.filter(({ name }) => name === asked));
  return ok({ group: "first", title: "Name your firm", version, fields: entries.map(fieldOf), history: [] });
}

function fieldOf({ variable, name, value, source, lockedBy, secret, problem }: SettingEntry): SettingField {
  const { label, help, kind, choices = [], default: preset = null } = definitionOf(variable);
  return {
    ...{ name, value, source, lockedBy, secret, problem, label, help, kind, preset },
    choices: kind === "zone" ? zones() : choices,
  };
}
