import { cut } from "#app/lib/words/cut.ts";
import { partsOf, plainOf, readBlocks, readPlain, type TextPart, type TextReader } from "./text-reader.ts";

export type AgendaPart = {
  title: string;
  text: string;
  /** Share of the length, in the unit of the program. */
  share: number;
};

export type TrainingProgram = {
  /** Stored with every registration. */
  title: string;
  format: string;
  /** In a sentence: "a one-day workshop". */
  inShort: string;
  /** In a sentence after "for": "those who build". */
  forWhom: string;
  register: string;
  summary: string;
  audience: string;
  unit: "minutes" | "hours";
  length: string;
  /** The sum of the agenda, for the common scale of the drawings. */
  hours: number;
  place: string;
  group: string;
  bring: string;
  /** Only if the firm publishes it. */
  fee: string | null;
  agenda: readonly AgendaPart[];
  outcomes: readonly string[];
};

export type Training = { title: string; lede: string; programs: readonly TrainingProgram[] };

const maxPrograms = 8;
const maxTitle = 120;
const maxHours = 100;

/** What is listed below a program, as `- Format: Workshop`. */
const fields = {
  ...{ format: "Format", inShort: "In short", forWhom: "For", register: "Button", audience: "Audience" },
  ...{ length: "Length", place: "Where", group: "Group", bring: "Bring", fee: "Fee" },
} as const;
type Field = keyof typeof fields;

/** A title (`#`) with one paragraph, then programs (`##`) with their facts, `### Agenda` and `### Outcomes`. */
export function readTraining(text: string, reader: TextReader): Training {
  const [before, head, ...parts] = partsOf(text, reader);
  if (before!.body || head?.level !== 1) reader.problems.add("The text begins with its title: a heading with #.");
  const groups: { part: TextPart; below: TextPart[] }[] = [];
  for (const part of parts)
    if (part.level === 2) groups.push({ part, below: [] });
    else if (part.level === 3 && groups.length > 0) groups.at(-1)!.below.push(part);
    else reader.problems.add(`“${part.title}” is not in a program: write the program's name with ##.`);
  if (groups.length === 0 || groups.length > maxPrograms)
    reader.problems.add(`Write 1 to ${maxPrograms} programs: headings with ##.`);
  const titles = groups.map(({ part }) => part.title);
  for (const title of titles) {
    if (title.length > maxTitle) reader.problems.add(`“${title}” is longer than ${maxTitle} characters.`);
    if (titles.indexOf(title) !== titles.lastIndexOf(title)) reader.problems.add(`Two programs are called “${title}”.`);
  }
  return {
    title: head?.title ?? "",
    lede: readPlain(head?.body ?? "", reader, "The text below the title"),
    programs: groups.map(({ part, below }) => programOf(part, below, reader)),
  };
}

function programOf({ title, body }: TextPart, below: readonly TextPart[], reader: TextReader): TrainingProgram {
  const [summary, list, ...more] = readBlocks(body, reader);
  if (summary?.kind !== "text" || list?.kind !== "list" || more.length > 0)
    reader.problems.add(`“${title}” has one paragraph and one list of its facts, such as “- Format: Workshop”.`);
  const facts = factsOf(title, list?.kind === "list" ? list.items.map((item) => plainOf(item, reader)) : [], reader);
  const { agenda, unit } = agendaOf(title, itemsOf(title, "Agenda", below, reader), reader);
  const total = agenda.reduce((sum, { share }) => sum + share, 0);
  const hours = unit === "hours" ? total : total / 60;
  if (hours > maxHours) reader.problems.add(`“${title}” is longer than ${maxHours} hours.`);
  for (const part of below)
    if (part.title !== "Agenda" && part.title !== "Outcomes")
      reader.problems.add(`“${title}” has the parts Agenda and Outcomes, not “${part.title}”.`);
  return {
    ...{ title, agenda, unit, hours },
    summary: summary?.kind === "text" ? plainOf(summary.text, reader) : "",
    outcomes: itemsOf(title, "Outcomes", below, reader),
    ...facts,
    fee: facts.fee || null,
  };
}

function factsOf(title: string, lines: readonly string[], reader: TextReader): Record<Field, string> {
  const written = new Map<string, string>();
  const labels: readonly string[] = Object.values(fields);
  for (const line of lines) {
    const [, label = "", value = ""] = /^([^:]{1,20}): +(\S.*)$/.exec(line) ?? [];
    if (written.has(label)) reader.problems.add(`“${title}” has two lines “- ${label}: …”.`);
    if (labels.includes(label)) written.set(label, value);
    else reader.problems.add(`“${cut(line, 60)}” is not a known fact. Known facts: ${labels.join(", ")}.`);
  }
  for (const label of labels)
    if (!written.has(label) && label !== fields.fee) reader.problems.add(`“${title}” needs a line “- ${label}: …”.`);
  const entries = Object.entries(fields).map(([field, label]) => [field, written.get(label) ?? ""]);
  return Object.fromEntries(entries) as Record<Field, string>;
}

function itemsOf(program: string, name: string, below: readonly TextPart[], reader: TextReader): string[] {
  const [part, ...again] = below.filter(({ title }) => title === name);
  if (again.length > 0) reader.problems.add(`“${program}” has “### ${name}” twice.`);
  const [list, ...more] = readBlocks(part?.body ?? "", reader);
  if (list?.kind === "list" && more.length === 0) return list.items.map((item) => plainOf(item, reader));
  reader.problems.add(`“${program}” needs “### ${name}” with a list.`);
  return [];
}

/** `Measure it (90 minutes): People, hours and frequency.` */
const agendaLine = /^(.+?) \((\d{1,4}) (minutes|hours)\): (.+)$/;

function agendaOf(title: string, lines: readonly string[], reader: TextReader) {
  const units = new Set<string>();
  const agenda = lines.flatMap((line): AgendaPart[] => {
    const [, part = "", share = "0", unit = "", text = ""] = agendaLine.exec(line) ?? [];
    if (Number(share) > 0) {
      units.add(unit);
      return [{ title: part, share: Number(share), text }];
    }
    reader.problems.add(`“${cut(line, 60)}” of “${title}” is written as “Measure it (90 minutes): what happens”.`);
    return [];
  });
  if (units.size > 1) reader.problems.add(`The agenda of “${title}” has either minutes or hours.`);
  return { agenda, unit: units.has("hours") ? ("hours" as const) : ("minutes" as const) };
}
