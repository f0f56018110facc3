import type { kitTemplates } from "#app/features/content/automations/automation-terms.ts";

/*
 * A template of the starter kit, independent of platforms. The n8n workflow, Make blueprint, Zapier build sheet, guides, sample payload
 * and page are all generated from it, so they cannot contradict each other.
 */

export interface KitTemplate {
  name: (typeof kitTemplates)[number];
  /** Used in file names, webhook URLs and anchors. */
  slug: string;
  text: string;
  /** The steps as drawn on the page: the first is the trigger, the last the outcome. */
  steps: readonly { kind: "trigger" | "step" | "decision" | "outcome"; name: string }[];
  trigger: { name: string; fields: readonly Field[] };
  /** Values to change before activation: addresses and limits. */
  settings: readonly Setting[];
  /** Values computed from the fields before the decision; each may use those above it. */
  prepared: readonly Prepared[];
  decision: Gate | Choice;
  requests: readonly Request[];
  answer: Readonly<Record<string, Value>>;
  advice: string;
}

export interface Field {
  name: string;
  kind: "text" | "number" | "truth";
  meaning: string;
  sample: string | number | boolean;
}

export interface Setting {
  name: string;
  value: string | number;
  meaning: string;
}

export interface Prepared {
  name: string;
  /** Concatenated parts, trimmed and in lower case. */
  lowered: readonly Value[];
  meaning: string;
}

/** A value in a request or condition: of a field, prepared, chosen, of a setting, or a constant text. */
export type Value =
  | { field: string }
  | { prepared: string }
  | { chosen: string }
  | { setting: string }
  | { text: string };

export type Condition =
  | { value: Known; is: "equal"; to: string }
  | { value: Known; is: "containing"; to: string }
  | { value: Known; is: "above"; to: { setting: string } };

/** Any value except a constant text. */
export type Known = Exclude<Value, { text: string }>;

/** All conditions must be true; otherwise the sender gets the reason. */
export interface Gate {
  kind: "gate";
  name: string;
  all: readonly Condition[];
  refusal: { status: 200 | 422; reason: string };
}

/** The values of the first matching case, otherwise the default. */
export interface Choice {
  kind: "choice";
  name: string;
  cases: readonly { label: string; when: Condition; gives: Readonly<Record<string, string>> }[];
  otherwise: { label: string; gives: Readonly<Record<string, string>> };
}

export interface Request {
  name: string;
  to: string;
  body: Readonly<Record<string, Value>>;
}
