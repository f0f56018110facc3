import type { z } from "zod";

export const settingGroups = {
  firm: "Firm",
  legal: "Legal identity",
  people: "People",
  mail: "Mail",
  booking: "Booking",
  access: "Access",
  prices: "Prices",
  billing: "Billing",
  pipeline: "Pipeline",
  outreach: "Outreach",
  analytics: "Analytics",
  texts: "Texts",
  "sign-in": "Sign-in",
  model: "Language model",
  security: "Security",
} as const;

export type SettingGroup = keyof typeof settingGroups;
export const isSettingGroup = (group: string): group is SettingGroup => Object.hasOwn(settingGroups, group);

/** The input of the settings page. A `document` has a page of its own. `lines` and `people` have one entry per line there, separated by `|` in the value. */
export type SettingKind =
  | "text"
  | "email"
  | "url"
  | "number"
  | "price"
  | "switch"
  | "choice"
  | "zone"
  | "holidays"
  | "picture"
  | "lines"
  | "list"
  | "people"
  | "document";

export type SettingDefinition = {
  name: `${SettingGroup}.${string}`;
  label: string;
  /** Shown below the input and in .env.example, which add how several lines are written. */
  help: string;
  kind: SettingKind;
  /** Parses the value as it is written in the environment. Its messages continue the name. */
  schema: z.ZodType<unknown, string>;
  default?: string;
  choices?: readonly string[];
  /** A valid value, or empty for a secret. */
  example: string;
  /** Stored encrypted and never shown. */
  secret?: true;
  /** Changed by another page than the one of its group. */
  isHidden?: true;
  /** Sends to or charges other people, or deletes data, so a change needs a fresh code. */
  isSensitive?: true;
};
