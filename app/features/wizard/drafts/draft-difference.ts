import { focusWords, outcomeWords, revenueBandWords } from "#app/features/roi/input-words.ts";
import type { Process } from "#app/features/roi/model-input.ts";
import type { Difference } from "#app/ui/difference-table.tsx";
import { companyFields, profileLabels } from "../answers/profile-text.ts";
import { sameValue } from "../draft-merge.ts";
import type { StoredDraft } from "./draft-saver.ts";

type Draft = Pick<StoredDraft, "inputs" | "about">;
type Row = Partial<Process>;

const choiceWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  focus: focusWords,
  topOutcome: outcomeWords,
  revenueBand: revenueBandWords,
};

/** What differs between this tab and the newer version, in the order of the wizard; empty when nothing that matters does. */
export function differencesOf(here: Draft, there: Draft): Difference[] {
  const found: Difference[] = [];
  const note = (what: string, one: unknown, other: unknown, words?: Readonly<Record<string, string>>) => {
    if (sameValue(one ?? "", other ?? "")) return;
    found.push({ what, here: wordsFor(one, words), there: wordsFor(other, words) });
  };
  note(profileLabels.companyName, here.about.companyName, there.about.companyName);
  note(profileLabels.companyWebsite, here.about.companyWebsite, there.about.companyWebsite);
  for (const field of companyFields)
    note(profileLabels[field], here.inputs.company?.[field], there.inputs.company?.[field], choiceWords[field]);
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
  return `${counted(stack.length, "tool")}, $${monthly.toLocaleString("en-US")} a month`;
}

function processesIn({ inputs }: Draft): string {
  const rows: readonly Row[] = inputs.processes ?? [];
  const hours = rows.reduce((sum, row) => sum + (row.hours ?? 0) * (row.people ?? 0), 0);
  return `${counted(rows.length, "process", "processes")}, ${hours.toLocaleString("en-US")} h/wk`;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
