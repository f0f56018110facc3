import { type Stage, stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { withVariableNames } from "#app/lib/formats/mail-variables.ts";
import { counted } from "#app/lib/numbers.ts";
import {
  type Condition,
  type Delay,
  type FactName,
  factKinds,
  type OptionalExit,
  type ReEntry,
  type SendWindow,
  type Step,
  type Trigger,
} from "../definitions/definition.ts";

export type TriggerEvent = Extract<Trigger, { kind: "event" }>["event"];
export type Operator = Condition["operator"];

export const triggerLabels: Readonly<Record<TriggerEvent, string>> = {
  "access.requested": "Access requested",
  "access.decided": "Access request decided",
  "access.granted": "Access code redeemed",
  "analysis.created": "Analysis finished",
  "booking.cancelled": "Call canceled",
  "booking.missed": "Call missed",
  "newsletter.subscribed": "Newsletter subscribed",
  "training.registered": "Training registered",
  "kit.downloaded": "Kit downloaded",
};

export const factLabels: Readonly<Record<FactName, string>> = {
  stage: "Stage",
  score: "Score",
  employees: "Employees",
  industry: "Industry",
  role: "Role",
  company: "Company",
  source: "Source",
  tag: "Tag",
  has_account: "Has an account",
  has_access: "Has access",
  has_valid_code: "Has a valid access code",
  has_analysis: "Has an analysis",
  has_booked: "Has booked a call",
  has_paid: "Has paid",
  has_clicked: "Has clicked a link in an email",
};

export const operatorLabels: Readonly<Record<Operator, string>> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  at_least: "is at least",
  at_most: "is at most",
  exists: "is known",
  missing: "is unknown",
};

export const exitLabels: Readonly<Record<OptionalExit, string>> = {
  booking: "Books a call",
  reply: "Replies",
  purchase: "Pays",
  activity: "Returns to the site",
};

export const delayUnits: Readonly<Record<Delay["unit"], { one: string; many: string }>> = {
  business_days: { one: "business day", many: "business days" },
  business_hours: { one: "business hour", many: "business hours" },
  days: { one: "day", many: "days" },
};

/** `2 business days later`; of the first step: `2 business days after enrollment`. */
export function delayText({ amount, unit }: Delay, isFirst: boolean): string {
  if (!(amount > 0)) return isFirst ? "At enrollment" : "Right after the previous step";
  return `${counted(amount, delayUnits[unit].one, delayUnits[unit].many)} ${isFirst ? "after enrollment" : "later"}`;
}

const negations: Partial<Record<FactName, string>> = {
  has_account: "Has no account",
  has_access: "Has no access",
  has_valid_code: "Has no valid access code",
  has_analysis: "Has no analysis",
  has_booked: "Has not booked a call",
  has_paid: "Has not paid",
  has_clicked: "Has not clicked a link in an email",
};

/** `Stage is not Won`, `Score is at least 40`, `Has paid`, `Has not paid` */
export function conditionText({ fact, operator, value }: Condition): string {
  if (factKinds[fact] === "yes_no") return operator === "is" ? factLabels[fact] : negations[fact]!;
  if (operator === "exists" || operator === "missing") return `${factLabels[fact]} ${operatorLabels[operator]}`;
  return `${factLabels[fact]} ${operatorLabels[operator]} ${fact === "stage" ? stageLabel(value as Stage) : value}`;
}

export function triggerText(trigger: Trigger): string {
  if (trigger.kind === "manual") return "By hand";
  return trigger.kind === "event" ? triggerLabels[trigger.event] : `No activity for ${trigger.days} days`;
}

export function reEntryText(reEntry: ReEntry): string {
  if (reEntry.kind === "never") return "Never";
  return reEntry.kind === "always" ? "Always" : `After ${reEntry.days} days`;
}

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** `Mon, Tue, 09:00 to 17:00` */
export const windowText = ({ weekdays, from, to }: SendWindow): string =>
  `${weekdays.map((day) => weekdayNames[day - 1]).join(", ")}, ${from} to ${to}`;

export const stepLabel = (step: Step): string =>
  withVariableNames(step.kind === "mail" ? step.mail.subject : step.task.title).trim() ||
  (step.kind === "mail" ? "New email" : "New task");
