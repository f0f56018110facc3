import type { z } from "zod";
import type { SettingDefinition, SettingGroup } from "./definition.ts";
import { firmDefinitions } from "./firm-definitions.server.ts";
import { serviceDefinitions } from "./service-definitions.server.ts";
import { textDefinitions } from "./text-definitions.server.ts";

/*
 * Settings that an admin can change while the site runs, each defined once by the name of its environment variable. Settings of the
 * process, such as PORT and SECRET, are in env.server.ts. What follows from a definition: the values of `env()`, the settings pages
 * and endpoints, `gtmarc settings`, .env.example.
 */

export const settingDefinitions = { ...firmDefinitions, ...serviceDefinitions, ...textDefinitions };

export type SettingVariable = keyof typeof settingDefinitions;
type Definitions = typeof settingDefinitions;

type WithDefault = {
  [Variable in SettingVariable]: Definitions[Variable] extends { default: string } ? Variable : never;
}[SettingVariable];
type Value<Variable extends SettingVariable> = z.output<Definitions[Variable]["schema"]>;

/** The parsed value of every definition, by the name of its environment variable. */
export type DefinedSettings = { [Variable in WithDefault]: Value<Variable> } & {
  [Variable in Exclude<SettingVariable, WithDefault>]?: Value<Variable> | undefined;
};

export const settingVariables = Object.keys(settingDefinitions) as SettingVariable[];

const byName = new Map<string, SettingVariable>(
  settingVariables.map((variable) => [settingDefinitions[variable].name, variable]),
);

/** The environment variable of a setting such as `mail.from`; null for an unknown name. */
export const variableOf = (name: string): SettingVariable | null => byName.get(name) ?? null;

export const definitionOf = (variable: SettingVariable): SettingDefinition => settingDefinitions[variable];
export const groupOf = ({ name }: Pick<SettingDefinition, "name">): SettingGroup =>
  name.slice(0, name.indexOf(".")) as SettingGroup;
