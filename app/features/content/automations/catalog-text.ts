import { cut } from "#app/lib/words/cut.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import type { IconName } from "#app/ui/buttons/icon.tsx";
import { partsOf, plainOf, readBlocks, readPlain, type TextPart, type TextReader } from "../texts/text-reader.ts";
import { type Catalog, defaultOrder, type GridAutomation, type OwnAutomation } from "./automation-grid.ts";
import type { WorkflowStep } from "./automation-story-schema.ts";
import { type Area, areas, automationIds, categoryOfArea, impactOrigins } from "./automation-terms.ts";
import { findAutomation } from "./automations.ts";
import { formOf, titleOfForm } from "./catalog-edits.ts";

/*
 * The catalog of automations as a text: one heading with number and title per automation, in the order of the grid. Below a specified
 * one is nothing, or that it is hidden; below one of the firm's own is what its card and its page show, in the form of the specified ones.
 * A catalog that was kept before a release that adds a specified one shows that at its end.
 */

export const catalogPreset = defaultOrder.map(({ id, title }) => `## ${id} ${title}`).join("\n\n");

const maxOwn = 30;
const hiddenLine = "Hidden: yes";

const icons: Readonly<Record<Area, IconName>> = {
  ...{ marketing: "mail", revenue: "route", lifecycle: "user", operations: "document" },
};

type Group = { part: TextPart; below: TextPart[] };

export function readCatalog(text: string, reader: TextReader): Catalog {
  const shown: GridAutomation[] = [];
  const hidden: { id: string; title: string }[] = [];
  const seen = new Map<string, string>();
  for (const group of groupsOf(text, reader)) {
    const [, id = "", title = ""] = /^([A-Z]{1,3}-\d\d) +(\S.*)$/.exec(group.part.title) ?? [];
    if (!id) {
      reader.problems.add(`“${group.part.title}” has no number: write “## F-01 ${group.part.title || "Title"}”.`);
      continue;
    }
    if (seen.has(id)) reader.problems.add(`${id} is used twice: each automation has its own number and address.`);
    if ([...seen.values()].some((other) => other.toLowerCase() === title.toLowerCase()))
      reader.problems.add(`Two automations are called “${title}”.`);
    seen.set(id, title);
    const specified = findAutomation(id);
    if (specified && title !== specified.title)
      reader.problems.add(`${id} is “${specified.title}”: specified automations keep their title.`);
    const { isHidden, automation } = specified
      ? { isHidden: isHiddenHere(group, reader), automation: specified }
      : ownOf(id, title, group, reader);
    if (isHidden) hidden.push({ id, title });
    else shown.push(automation);
  }
  for (const id of automationIds) {
    if (seen.has(id)) continue;
    const missing = findAutomation(id)!;
    shown.push(missing);
    if (!reader.isKept)
      reader.problems.add(
        `${id} is missing: write “## ${id} ${missing.title}”, and below it “- ${hiddenLine}” to hide it.`,
      );
  }
  if ([...seen.keys()].filter((id) => !findAutomation(id)).length > maxOwn)
    reader.problems.add(`There are more than ${maxOwn} own automations.`);
  if (shown.length === 0) reader.problems.add("All automations are hidden: show at least one.");
  return { shown, hidden };
}

function groupsOf(text: string, reader: TextReader): Group[] {
  const [before, ...parts] = partsOf(text, reader);
  const groups: Group[] = [];
  if (before!.body) reader.problems.add("The text begins with an automation: a heading with ##.");
  for (const part of parts)
    if (part.level === 2) groups.push({ part, below: [] });
    else if (part.level === 3 && groups.length > 0) groups.at(-1)!.below.push(part);
    else reader.problems.add(`“${part.title}” is not in an automation: write its number and title with ##.`);
  return groups;
}

/** Of a specified automation, which can have nothing else. */
function isHiddenHere({ part, below }: Group, reader: TextReader): boolean {
  if (part.body === "" && below.length === 0) return false;
  const [list, ...more] = readBlocks(part.body, reader);
  const isLine = list?.kind === "list" && list.items.map((item) => plainOf(item, reader)).join() === hiddenLine;
  if (!isLine || more.length + below.length > 0)
    reader.problems.add(`Below “${part.title}” can only be “- ${hiddenLine}”: specified automations keep their text.`);
  return isLine;
}

const facts = { area: "Area", effort: "Effort", needs: "Needs", tools: "Tools", hidden: "Hidden" } as const;
const partNames = ["Trigger", "Actions", "Outcome", "If something fails", "Figures", "Workflow"] as const;

type ReadAutomation = { isHidden: boolean; automation: OwnAutomation };

/** Hidden as long as it is a draft. */
function ownOf(id: string, title: string, group: Group, reader: TextReader): ReadAutomation {
  const { isHidden, automation } = readOwn(id, title, group, reader);
  if (isHidden) return { isHidden, automation };
  const unwritten = unwrittenIn(automation);
  if (unwritten.length > 0 && !reader.isKept)
    reader.problems.add(`${id} is still a draft: write ${unwritten.join(", ")}, or hide it.`);
  return { isHidden: unwritten.length > 0, automation };
}

function readOwn(id: string, title: string, { part, below }: Group, reader: TextReader): ReadAutomation {
  const add = (problem: string) => reader.problems.add(`${id}: ${problem}`);
  if (/^(S|M|CS|A)-/.test(id))
    add(
      "numbers with S, M, CS and A belong to the specified automations and the sheets of an analysis. Use F-01, for example.",
    );
  const [summary, description, list, ...more] = readBlocks(part.body, reader);
  if (summary?.kind !== "text" || description?.kind !== "text" || list?.kind !== "list" || more.length > 0)
    add("write a summary, a description and a list of facts such as “- Area: Revenue Operation”.");
  const lines = list?.kind === "list" ? list.items.map((item) => plainOf(item, reader)) : [];
  const written = factsOf(lines, add);
  const area = areas.find((name) => categoryOfArea[name] === written.get(facts.area));
  if (!area) add(`the area is one of ${areas.map((name) => categoryOfArea[name]).join(", ")}.`);
  const effort = ([1, 2, 3, 4, 5] as const).find((points) => String(points) === written.get(facts.effort));
  if (!effort) add("the effort is a number from 1 (a day or two) to 5 (several systems).");
  const tools = [...new Set((written.get(facts.tools) ?? "").split(",").flatMap((name) => name.trim() || []))];
  if (tools.length === 0 || tools.length > 6 || tools.some((name) => name.length > 40))
    add("name 1 to 6 tools, with commas between them.");
  const hidden = written.get(facts.hidden) ?? "no";
  if (hidden !== "yes" && hidden !== "no") add(`“Hidden” is yes or no, not “${hidden}”.`);
  for (const other of below)
    if (!partNames.some((name) => name === other.title))
      add(`it has the parts ${partNames.join(", ")}, not “${other.title}”.`);
  const shared = { add, reader };
  const textOf = (name: string, body: string, least: number, most: number): string =>
    sized(readPlain(body, reader, `${name} of ${id}`), name, least, most, add);
  const partOf = (name: (typeof partNames)[number]) => bodyOf(name, below, add);
  const automation: OwnAutomation = {
    ...{ id, effort: effort ?? 1, tools },
    title: sized(title, "the title", 1, 60, add),
    area: area ?? "revenue",
    category: categoryOfArea[area ?? "revenue"],
    icon: icons[area ?? "revenue"],
    needs: sized(written.get(facts.needs) ?? "", "“Needs”", 3, 120, add),
    shortDescription: sized(summary?.kind === "text" ? plainOf(summary.text, reader) : "", "the summary", 40, 160, add),
    fullDescription: sized(
      description?.kind === "text" ? plainOf(description.text, reader) : "",
      ...(["the description", 80, 520, add] as const),
    ),
    trigger: textOf("Trigger", partOf("Trigger"), 10, 200),
    keyActions: itemsOf("Actions", partOf("Actions"), 1, 6, shared).map((item) =>
      sized(item, "an action", 10, 170, add),
    ),
    outcome: textOf("Outcome", partOf("Outcome"), 10, 200),
    failure: textOf("If something fails", partOf("If something fails"), 10, 240),
    businessImpact: itemsOf("Figures", partOf("Figures"), 1, 4, shared).flatMap((item) => figureOf(item, add)),
    workflow: workflowOf(itemsOf("Workflow", partOf("Workflow"), 3, 7, shared), add),
  };
  checkWords(automation, add);
  return { isHidden: hidden === "yes", automation };
}

const partsOfOwn = (automation: OwnAutomation): Readonly<Record<string, readonly string[]>> => ({
  "the title": [automation.title],
  "the summary": [automation.shortDescription],
  "the description": [automation.fullDescription],
  "what it needs": [automation.needs],
  "the tools": automation.tools,
  "the trigger": [automation.trigger],
  "the actions": automation.keyActions,
  "the outcome": [automation.outcome],
  "what happens if something fails": [automation.failure],
  "the figures": automation.businessImpact.map(({ meaning }) => meaning),
  "the workflow": automation.workflow.flatMap(({ action, briefSummary, otherwise }) => [
    ...[action, briefSummary, otherwise].filter((text) => text !== undefined),
  ]),
});

/** The parts that still have text of the form that an own automation starts as. */
function unwrittenIn(automation: OwnAutomation): string[] {
  const reader: TextReader = { facts: {}, isKept: false, problems: new Set() };
  const [form] = groupsOf(formOf(automation.id), reader);
  const ofForm = partsOfOwn(readOwn(automation.id, titleOfForm(automation.id), form!, reader).automation);
  return Object.entries(partsOfOwn(automation)).flatMap(([name, texts]) =>
    texts.some((text) => ofForm[name]!.includes(text)) ? [name] : [],
  );
}

/** Longest words in characters that a narrow screen and the columns of a figure and a workflow have room for. */
const longest = { text: 30, name: 20, measure: 7 } as const;

function checkWords({ tools, workflow, businessImpact, ...rest }: OwnAutomation, add: Add): void {
  const names = [rest.title, ...tools, ...workflow.flatMap(({ tool, action }) => [tool, action])];
  const texts = [rest.needs, rest.shortDescription, rest.fullDescription, rest.trigger, rest.outcome, rest.failure];
  const notes = workflow.flatMap(({ briefSummary = "", otherwise = "" }) => [briefSummary, otherwise]);
  const meanings = businessImpact.map(({ meaning }) => meaning);
  const measures = businessImpact.map(({ measure }) => measure);
  const check = (most: number, written: readonly string[]) => {
    const word = written.flatMap((text) => text.split(/[\s-]+/)).find(({ length }) => length > most);
    if (word) add(`“${cut(word, 40)}” is too long for a narrow screen: words there have at most ${most} characters.`);
  };
  check(longest.name, names);
  check(longest.measure, measures);
  check(longest.text, [...texts, ...rest.keyActions, ...notes, ...meanings]);
}

type Add = (problem: string) => void;

function sized(text: string, name: string, least: number, most: number, add: Add): string {
  const length = isInvisible(text) ? 0 : text.length;
  if (length < least || length > most) add(`${name} has ${length} characters; write ${least} to ${most}.`);
  return text;
}

function factsOf(lines: readonly string[], add: Add): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  const labels: readonly string[] = Object.values(facts);
  for (const line of lines) {
    const [, label = "", value = ""] = /^([^:]{1,20}): +(\S.*)$/.exec(line) ?? [];
    if (!labels.includes(label)) add(`“${cut(line, 60)}” is not a known fact. Known facts: ${labels.join(", ")}.`);
    else if (written.has(label)) add(`there are two lines “- ${label}: …”.`);
    else written.set(label, value);
  }
  return written;
}

function bodyOf(name: string, below: readonly TextPart[], add: Add): string {
  const [part, ...again] = below.filter(({ title }) => title === name);
  if (!part?.body) add(`write “### ${name}” with its text.`);
  if (again.length > 0) add(`“### ${name}” is there twice.`);
  return part?.body ?? "";
}

function itemsOf(
  name: string,
  body: string,
  least: number,
  most: number,
  { add, reader }: { add: Add; reader: TextReader },
): string[] {
  const [list, ...more] = readBlocks(body, reader);
  const items = list?.kind === "list" && more.length === 0 ? list.items.map((item) => plainOf(item, reader)) : [];
  if (items.length < least || items.length > most) add(`“### ${name}” is a list of ${least} to ${most} lines.`);
  return items;
}

/** `6-8 min (estimate): of typing could be saved on every lead` */
function figureOf(line: string, add: Add): OwnAutomation["businessImpact"][number][] {
  const [, measure = "", kind = "", meaning = ""] = /^([^(]{1,12}) \((\w+)\): (.{10,110})$/.exec(line) ?? [];
  const origin = impactOrigins.find((name) => name === kind);
  if (origin) return [{ measure, meaning, origin }];
  add(
    `write “${cut(line, 40)}” as “6-8 min (estimate): of typing could be saved”; ${impactOrigins.join(", ")} are possible.`,
  );
  return [];
}

/** `HubSpot: Is the partner known? (By domain) If not, step 4: Held for review`; note and branch are optional. */
const stepLine = /^([^:]{2,40}): (.{6,36}?)(?: \(([^()]{1,80})\))?(?: If not(?:, step ([1-7]))?: ([^:]{1,40}))?$/;

function workflowOf(lines: readonly string[], add: Add): WorkflowStep[] {
  return lines.flatMap((line, place): WorkflowStep[] => {
    const [, tool, action, briefSummary, rejoins, otherwise] = stepLine.exec(line) ?? [];
    if (tool === undefined || action === undefined) {
      add(`write “${cut(line, 40)}” as “HubSpot: Is it known? (By domain) If not, step 4: Ask the owner”.`);
      return [];
    }
    if (Number(rejoins) > lines.length) add(`step ${rejoins} does not exist.`);
    if (Number(rejoins) === place + 1) add(`step ${rejoins} cannot lead back to itself.`);
    if (otherwise !== undefined && (place === 0 || place === lines.length - 1))
      add(`the ${place === 0 ? "first" : "last"} step cannot have “If not”: a decision is between two steps.`);
    return [
      {
        ...{ tool, action },
        ...(briefSummary !== undefined && { briefSummary }),
        ...(otherwise !== undefined && { otherwise }),
        ...(rejoins !== undefined && { rejoins: Number(rejoins) }),
      },
    ];
  });
}
