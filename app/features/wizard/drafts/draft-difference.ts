import { findTool } from "#app/features/content/tools/tools.ts";
import {
  activityLabels,
  focusLabels,
  frequencyLabels,
  outcomeLabels,
  revenueBandLabels,
} from "#app/features/roi/inputs/input-labels.ts";
import type { Process, Tool } from "#app/features/roi/inputs/model-input.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted, formatNumber } from "#app/lib/numbers.ts";
import type { Difference } from "#app/ui/lists/difference-table.tsx";
import { processLabels } from "../answers/process-text.ts";
import { companyFields, type ProfileField, profileLabels } from "../answers/profile-text.ts";
import { sameValue } from "../draft-merge.ts";
import type { Dispute } from "./draft-conflict.ts";
import type { StoredDraft } from "./draft-saver.ts";

type Draft = Pick<StoredDraft, "inputs" | "about">;
type Row = Partial<Process>;

const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  focus: focusLabels,
  topOutcome: outcomeLabels,
  revenueBand: revenueBandLabels,
};

export const disputesOf = (disputes: readonly Dispute[]): Difference[] =>
  disputes.map((dispute) => ({
    what: placeOf(dispute),
    here: disputedText(dispute, dispute.ours),
    there: disputedText(dispute, dispute.theirs),
  }));

const toolFieldLabels: Readonly<Record<string, string>> = {
  monthlyUsd: "Monthly cost in USD",
  category: "Category",
  overlaps: "Counts as an overlap",
};

const assumptionLabels: Readonly<Record<string, string>> = {
  weeks: "Working weeks a year",
  adoption: "Adoption",
  capture: "Value capture",
};

function placeOf({ part, row, field }: Dispute): string {
  if (part === "about" || part === "company") return profileLabels[field as ProfileField] ?? "Your role";
  if (part === "assumptions") return assumptionLabels[field ?? ""] ?? "Assumptions";
  const name = String(row[part === "tool" ? "id" : "name"] ?? "");
  if (name === "" && Object.keys(row).length === 0) return part === "tool" ? "Tech stack" : "Processes";
  const title = (part === "tool" && findTool(name)?.name) || name || "Process without a name";
  const label = part === "tool" ? toolFieldLabels[field ?? ""] : processFieldLabels[field ?? ""];
  return label ? `${title}: ${label}` : title;
}

const processFieldLabels: Readonly<Record<string, string>> = { ...processLabels, assumed: "Hours are typical ones" };

function disputedText({ part, field }: Dispute, value: unknown): string {
  if (field === null) {
    if (Array.isArray(value)) return counted(value.length, part, part === "process" ? "processes" : "tools");
    return value === undefined ? "removed" : part === "tool" ? toolText(value as Tool) : processText(value as Process);
  }
  if (part === "process" && typeof value === "string") return choiceText(field, value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return wordsFor(value, part === "company" ? choiceLabels[field] : undefined);
}

const processChoiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  area: focusLabels,
  frequency: frequencyLabels,
  activity: activityLabels,
};

export const choiceText = (field: string, value: string): string => wordsFor(value, processChoiceLabels[field]);

const toolText = ({ monthlyUsd }: Partial<Tool>) =>
  `changed: ${monthlyUsd === undefined ? "no cost" : `${formatUsd(monthlyUsd)} a month`}`;
const processText = ({ hours, people }: Partial<Process>) => `changed: ${hours ?? "?"} h/wk, ${people ?? "?"} people`;

export function differencesOf(here: Draft, there: Draft): Difference[] {
  const found: Difference[] = [];
  const note = (what: string, one: unknown, other: unknown, words?: Readonly<Record<string, string>>) => {
    if (sameValue(one ?? "", other ?? "")) return;
    found.push({ what, here: wordsFor(one, words), there: wordsFor(other, words) });
  };
  note(profileLabels.companyName, here.about.companyName, there.about.companyName);
  note(profileLabels.companyWebsite, here.about.companyWebsite, there.about.companyWebsite);
  for (const field of companyFields)
    note(profileLabels[field], here.inputs.company?.[field], there.inputs.company?.[field], choiceLabels[field]);
  if (!sameValue(here.inputs.stack ?? [], there.inputs.stack ?? []))
    found.push({ what: "Tech stack", here: toolsIn(here), there: toolsIn(there) });
  if (!sameValue(here.inputs.processes ?? [], there.inputs.processes ?? []))
    found.push({ what: "Processes", here: processesIn(here), there: processesIn(there) });
  return found;
}

function wordsFor(value: unknown, words?: Readonly<Record<string, string>>): string {
  if (value === undefined || value === null || value === "") return "empty";
  return words?.[String(value)] ?? String(value);
}

function toolsIn({ inputs }: Draft): string {
  const stack = inputs.stack ?? [];
  const monthly = stack.reduce((sum, tool) => sum + (tool.monthlyUsd ?? 0), 0);
  return `${counted(stack.length, "tool")}, ${formatUsd(monthly)} a month`;
}

function processesIn({ inputs }: Draft): string {
  const rows: readonly Row[] = inputs.processes ?? [];
  const hours = rows.reduce((sum, row) => sum + (row.hours ?? 0) * (row.people ?? 0), 0);
  return `${counted(rows.length, "process", "processes")}, ${formatNumber(hours)} h/wk`;
}
