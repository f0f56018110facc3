import type { Area } from "#app/features/content/automations/automation-terms.ts";
import { processSuggestions } from "#app/features/content/automations/process-suggestions.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { usualIndustry, usualOutcome, usualRevenueBand, usualWork } from "#app/features/roi/inputs/usual-firm.ts";
import { numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { type AssumedPart, assumedParts, type DraftPart } from "../blueprint.ts";
import { listPriceFor } from "./list-price.ts";
import {
  editRow,
  isTypical,
  type ProcessText,
  processErrors,
  processTexts,
  processTextsIn,
  readProcesses,
  suggestedProcess,
} from "./process-text.ts";
import {
  type CompanyField,
  companyErrors,
  companyFields,
  companyTexts,
  profileTextsIn,
  readProfileField,
} from "./profile-text.ts";
import { type ChosenTool, chooseFromCatalogue, chosenTools, readStack, toolTextsIn } from "./stack-text.ts";

/*
 * The quick start needs two answers: the number of people and the focus. The rest is assumed from them, and assumed
 * values follow these until the user answers them. The page shows every value that enters the model.
 *
 * It edits the same draft as the guided wizard, so the user can switch between them at any time.
 */

export interface QuickAnswers {
  company: Record<CompanyField, string>;
  tools: ChosenTool[];
  rows: ProcessText[];
  assumed: AssumedPart[];
}

/** The initial page state: saved answers, otherwise the account's or assumed ones. `isNew`: nothing is answered yet. */
export function quickAnswersOf(inputs: DraftInput, assumed: readonly AssumedPart[], isNew: boolean): QuickAnswers {
  const company = companyTexts(inputs.company);
  const open = assumedParts.filter((part) => {
    if (part === "toolCosts") return true;
    if (part === "processes" || part === "processTimes") return inputs.processes === undefined;
    // A default cost per hour was never entered by the user.
    if (part === "hourlyCost")
      return Number(company.hourlyCost || bounds.hourlyCostUsd.standard) === bounds.hourlyCostUsd.standard;
    return company[part] === "";
  });
  return withAssumptions({
    company,
    tools: chosenTools(inputs.stack),
    // Saved before processes had the mark: values that are still typical were never confirmed.
    rows: processTexts(inputs.processes).map((row) =>
      assumed.includes("processTimes") && isTypical(row, inputs.company?.employees) ? { ...row, assumed: true } : row,
    ),
    assumed: isNew ? open : [...assumed],
  });
}

export function quickAnswersIn(kept: unknown): QuickAnswers | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { company, tools, rows, assumed } = kept as Partial<Record<keyof QuickAnswers, unknown>>;
  const texts = profileTextsIn(company);
  const isWhole =
    companyFields.every((field) => field in texts) &&
    toolTextsIn(tools) &&
    processTextsIn(rows) &&
    Array.isArray(assumed);
  return isWhole ? (kept as QuickAnswers) : undefined;
}

/** Applies an edit of a field: it now counts as answered, and dependent values follow. */
export function answerField(answers: QuickAnswers, field: CompanyField, typed: string): QuickAnswers {
  const before = employeesOf(answers);
  const next = {
    ...answers,
    company: { ...answers.company, [field]: typed },
    assumed: answers.assumed.filter((part) => part !== field),
  };
  return withAssumptions(field === "employees" ? resized(next, before) : next);
}

export function tickTool(answers: QuickAnswers, id: string, isTicked: boolean): QuickAnswers {
  const rest = answers.tools.filter((tool) => tool.id !== id);
  const tool = isTicked && rest.length < bounds.tools.max && chooseFromCatalogue(id, employeesOf(answers));
  return { ...answers, tools: tool ? [...rest, tool] : rest };
}

/** Adds or removes a suggested kind of work; from then on the list is the visitor's. Its hours stay typical. */
export function tickWork(answers: QuickAnswers, name: string, isTicked: boolean): QuickAnswers {
  const rest = answers.rows.filter((row) => row.name !== name);
  const suggestion = processSuggestions.find((one) => one.name === name);
  const isAdded = isTicked && suggestion && rest.length < bounds.processes.max;
  return {
    ...answers,
    rows: isAdded ? [...rest, assumedProcess(`work-${name}`, suggestion, employeesOf(answers))] : rest,
    assumed: answers.assumed.filter((part) => part !== "processes"),
  };
}

export type QuickErrors = Partial<Record<CompanyField | "work", string>>;

/** Values that are assumed from a missing answer are not missing themselves: they follow when it is given. */
export function quickErrors(answers: QuickAnswers): QuickErrors {
  const errors: QuickErrors = companyErrors(answers.company);
  for (const part of ["revenueBand", "topOutcome"] as const)
    if (answers.assumed.includes(part) && answers.company[part] === "") delete errors[part];
  if (answers.rows.length === 0 && answers.assumed.includes("processes") && errors.focus) return errors;
  if (answers.rows.length === 0)
    return { ...errors, work: "Select at least one kind of work: without hours, there is nothing to analyze." };
  const faulty = Object.keys(processErrors(answers.rows)).length > 0;
  return faulty
    ? { ...errors, work: "A process from the guided blueprint is not complete yet: complete it there." }
    : errors;
}

/** Returns all savable answers and which of them are assumed. */
export function quickDraft(answers: QuickAnswers): { inputs: DraftPart; assumed: AssumedPart[] } {
  const company: Record<string, unknown> = {};
  for (const field of companyFields) {
    const read = readProfileField(field, answers.company[field]);
    if ("patch" in read) Object.assign(company, read.patch.inputs.company);
  }
  return {
    inputs: { company, stack: readStack(answers.tools).stack, processes: readProcesses(answers.rows).processes },
    assumed: assumedParts.filter((part) => {
      if (part === "toolCosts") return answers.tools.some((tool) => isListPrice(tool, employeesOf(answers)));
      if (part === "processTimes") return answers.rows.some((row) => row.assumed);
      return answers.assumed.includes(part);
    }),
  };
}

function withAssumptions(answers: QuickAnswers): QuickAnswers {
  const company = { ...answers.company };
  const employees = employeesOf(answers);
  const focus = company.focus as Area | "";
  const isAssumed = (part: AssumedPart) => answers.assumed.includes(part);
  if (isAssumed("revenueBand")) company.revenueBand = employees === undefined ? "" : usualRevenueBand(employees);
  if (isAssumed("industry")) company.industry = usualIndustry;
  if (isAssumed("topOutcome")) company.topOutcome = focus ? usualOutcome[focus] : "";
  if (isAssumed("hourlyCost")) company.hourlyCost = numberText(bounds.hourlyCostUsd.standard);
  const rows = isAssumed("processes") ? (focus ? usualRows(focus, employees) : []) : answers.rows;
  const answered = answers.rows.filter((row) => !row.assumed);
  return {
    ...answers,
    company,
    rows: rows.map((row) => answered.find(({ name }) => name === row.name) ?? row),
  };
}

/** Replaces values that were typical for the old size; edited values stay. */
function resized(answers: QuickAnswers, before: number | undefined): QuickAnswers {
  const employees = employeesOf(answers);
  return {
    ...answers,
    tools: answers.tools.map((tool) =>
      isListPrice(tool, before) ? (chooseFromCatalogue(tool.id, employees) ?? tool) : tool,
    ),
    rows: answers.rows.map((row) => {
      const suggestion =
        row.assumed && isTypical(row, before) && processSuggestions.find(({ name }) => name === row.name);
      return suggestion ? assumedProcess(row.key, suggestion, employees) : row;
    }),
  };
}

const usualRows = (focus: Area, employees: number | undefined): ProcessText[] =>
  usualWork(focus).map((suggestion) => assumedProcess(`work-${suggestion.name}`, suggestion, employees));

/** A kind of work with typical hours, marked as assumed. */
const assumedProcess = (...suggested: Parameters<typeof suggestedProcess>): ProcessText => ({
  ...suggestedProcess(...suggested),
  assumed: true,
});

/** Sets real hours of one kind of work; an empty value restores the typical hours, marked as assumed. */
export function answerHours(answers: QuickAnswers, row: ProcessText, typed: string): QuickAnswers {
  const suggestion = processSuggestions.find(({ name }) => name === row.name);
  const rows =
    isInvisible(typed) && suggestion
      ? answers.rows.map((one) =>
          one.key === row.key ? assumedProcess(row.key, suggestion, employeesOf(answers)) : one,
        )
      : editRow(answers.rows, row, "hours", typed);
  return { ...answers, rows };
}

const isListPrice = ({ id, cost }: ChosenTool, employees: number | undefined): boolean => {
  const tool = findTool(id);
  return tool !== undefined && parseNumber(cost) === listPriceFor(tool, employees).monthlyUsd;
};

export function employeesOf({ company }: Pick<QuickAnswers, "company">): number | undefined {
  const read = readProfileField("employees", company.employees);
  return "patch" in read ? (read.patch.inputs.company?.employees ?? undefined) : undefined;
}
