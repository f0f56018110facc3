import type { kitTemplates } from "#app/features/content/automation-terms.ts";

/*
 * One template of the starter kit, for no platform in particular. The n8n workflow, the Make blueprint, the Zapier build sheet,
 * the guides, the sample payload and the page are all made from it, so that they cannot disagree.
 */

export interface KitTemplate {
  name: (typeof kitTemplates)[number];
  /** In file names, webhook addresses and anchors. */
  slug: string;
  text: string;
  /** The steps as the page draws them: the first is the trigger, the last the outcome. */
  steps: readonly { kind: "trigger" | "step" | "decision" | "outcome"; name: string }[];
  trigger: { name: string; fields: readonly Field[] };
  /** Values to change before it is switched on: addresses and limits. */
  settings: readonly Setting[];
  /** Values made from the fields before anything is decided, each from those above it. */
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
  /** Parts put together, without blanks around them and in lower case. */
  lowered: readonly Value[];
  meaning: string;
}

/** A value in a request or condition: of a field, prepared, chosen, of a setting, or a fixed text. */
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

/** Whatever is not a fixed text. */
export type Known = Exclude<Value, { text: string }>;

/** All conditions hold, or the sender gets the reason. */
export interface Gate {
  kind: "gate";
  name: string;
  all: readonly Condition[];
  refusal: { status: 200 | 422; reason: string };
}

/** The first case that holds gives its values, else the last resort does. */
export interface Choice {
  kind: "choice";
  name: string;
  cases: readonly { label: string; when: Condition; gives: Readonly<Record<string, string>> }[];
  otherwise: { label: string; gives: Readonly<Record<string, string>> };
}

export interface Request {
  name: string;
  /** Setting that holds the address. */
  to: string;
  body: Readonly<Record<string, Value>>;
}
