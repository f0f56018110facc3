import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { currentZoneName, listZones } from "#app/lib/dates/zone-names.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { type NotAdmin, type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { holidayPlaces, noHolidays, publicHolidays } from "#app/platform/dates/public-holidays.server.ts";
import { env, environmentOnly } from "#app/platform/env.server.ts";
import {
  isSettingGroup,
  type SettingDefinition,
  type SettingGroup,
  settingGroups,
} from "#app/platform/settings/definition.ts";
import { definitionOf, variableOf } from "#app/platform/settings/definitions.server.ts";
import { settingsAudit } from "./audit.ts";
import { readSettingGroup, type SettingEntry, type SettingVersion } from "./settings.server.ts";

export type SettingField = Pick<SettingEntry, "name" | "value" | "source" | "lockedBy" | "secret" | "problem"> &
  Pick<SettingDefinition, "label" | "help" | "kind" | "example"> & {
    choices: readonly (string | { value: string; label: string })[];
    preset: string | null;
  };

/** By their current names. A saved former name stays the value, so that the page shows it as chosen. */
const zoneChoices = (saved: string | null) =>
  listZones().map((zone) =>
    saved !== null && saved !== zone && currentZoneName(saved) === zone ? { value: saved, label: zone } : zone,
  );

export type SettingPage = {
  group: string;
  title: string;
  version: number;
  fields: SettingField[];
  history: (SettingVersion & SettingChangeText)[];
};

/** A change in words: `{ label: "Full blueprint, USD", from: "Default ($499)", to: "$450" }`. Secrets are "Set" or "Not set". */
export type SettingChangeText = { label: string; from: string; to: string };

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
  const shown = read.value.settings.filter(({ variable }) => !definitionOf(variable).isHidden);
  return ok({
    ...{ group, title: settingGroups[group], version: read.value.version },
    fields: shown.map((entry) => fieldOf(entry, ctx.now)),
    history: read.value.history.map((version) => ({ ...version, ...changeText(version.name, version) })),
  });
}

type Change = { from: string | null; to: string | null };

/** The settings that an audit entry changed, in words; none for entries of other actions. */
export const settingChanges = (action: string, detail: Record<string, unknown>): SettingChangeText[] =>
  Object.values<string>(settingsAudit).includes(action)
    ? Object.entries(detail).map(([name, change]) => changeText(name, change as Change))
    : [];

function changeText(name: string, { from, to }: Change): SettingChangeText {
  const variable = variableOf(name);
  const definition = variable && definitionOf(variable);
  return { label: definition?.label ?? name, from: valueText(definition, from), to: valueText(definition, to) };
}

/** A value as it would be written in the environment, in words. `definition`: null for a setting of an earlier release. */
function valueText(definition: SettingDefinition | null, value: string | null): string {
  if (value === null) return definition?.default ? `Default (${valueText(definition, definition.default)})` : "Not set";
  switch (definition?.kind) {
    case "switch":
      return value === "on" ? "On" : "Off";
    case "price":
      return wholeUsd(Number(value));
    case "lines":
    case "people":
      return value.split("|").join("; ");
    case "list":
      return value.split(",").join(", ");
    default:
      return definition?.secret ? "Set" : value;
  }
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
  return ok({
    group: "first",
    title: "Name your firm",
    version,
    fields: entries.map((entry) => fieldOf(entry, ctx.now)),
    history: [],
  });
}

function fieldOf(entry: SettingEntry, now: Date): SettingField {
  const { variable, name, value, source, lockedBy, secret, problem } = entry;
  const { label, kind, example, choices = [], default: preset = null, ...definition } = definitionOf(variable);
  const help = definition.help.replaceAll("SITE_URL/", `${env().SITE_URL}/`);
  return {
    ...{ name, value, source, lockedBy, secret, problem, label, kind, preset, example },
    help: kind === "holidays" ? `${help} ${nextHolidays(value ?? preset ?? noHolidays, now)}` : help,
    choices: kind === "zone" ? zoneChoices(value) : kind === "holidays" ? holidayPlaces() : choices,
  };
}

const shownHolidays = 5;

/** The next public holidays of a place with their dates, as days off and working days are written. */
function nextHolidays(place: string, now: Date): string {
  const { date: today } = wallClock(now, env().COMPANY_TIMEZONE);
  const year = Number(today.slice(0, 4));
  const days = [...publicHolidays(place, year), ...publicHolidays(place, year + 1)].filter(([day]) => day >= today);
  const next = days.slice(0, shownHolidays).map(([day, name]) => `${day} ${name}`);
  return next.length === 0 ? "" : `Next: ${next.join(", ")}.`;
}
