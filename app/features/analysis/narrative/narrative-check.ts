import { automationIds } from "#app/features/content/automations/automation-terms.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { type Fact, type Figure, type FigureKind, methodFigures, overlapLabel } from "./narrative-facts.ts";

/** Maximum length; our built-in texts have about 1,200 characters. */
const maxCharacters = 3000;
const maxParagraphs = 6;

/**
 * Why a written text must be discarded, or null if it may be shown. `spec: narrative` discards a text with a figure
 * that is not in the analysis. A figure matches if a fact of the same kind (money, percent, plain number), rounded like
 * the text, has the same digits. Vague amounts in words ("half", "dozens") never match.
 */
export function narrativeFault(paragraphs: readonly string[], facts: readonly Fact[], result: Analysis): string | null {
  const text = paragraphs.join("\n");
  if (text.trim() === "") return "It is empty.";
  if (text.length > maxCharacters || paragraphs.length > maxParagraphs) return "It is too long.";
  if (/https?:|www\.|<[a-z/!]|\]\(|^#|\*\*|```/im.test(text)) return "It contains markup or a link.";
  if (/guarantee/i.test(text)) return "It promises what the model only expects.";
  const own = new Set<string>(result.opportunities.map(({ id }) => id));
  const foreign = automationIds.find((id) => !own.has(id) && new RegExp(`\\b${id}\\b`).test(text));
  if (foreign) return `It names ${foreign}, which the analysis did not choose.`;
  const [unknown] = unknownFigures(text, facts);
  return unknown === undefined ? null : `It contains a figure that is not in the analysis: ${unknown}.`;
}

export function unknownFigures(text: string, facts: readonly Fact[]): string[] {
  const known = [...methodFigures, ...facts.flatMap((fact) => fact.figures)];
  // Automation numbers are names, and so are words with digits in the facts, such as a process called "Tier 2 triage".
  const names = facts.flatMap((fact) => (fact.figures.length === 0 ? digitNames(`${fact.label} ${fact.text}`) : []));
  let rest = text.replace(/\b(?:S|M|CS)-\d\d\b/g, " ");
  for (const name of names) rest = rest.replaceAll(name, " ");
  if (facts.some(({ label }) => label === overlapLabel)) rest = rest.replaceAll("a month twice", " ");
  const written = [...rest.matchAll(number)].filter(({ groups }) => !isKnown(figureOf(groups!), known));
  const withoutDigits = rest.replace(number, " ");
  const spoken = [...withoutDigits.matchAll(numberWord)].filter(
    ([word]) => !known.some(({ kind, value }) => kind === "plain" && value === wordValues.get(word.toLowerCase())),
  );
  const vague = [...withoutDigits.matchAll(vagueAmount)];
  return [...written, ...spoken, ...vague].map(([token]) => token.trim());
}

const number =
  /(?<usd>\$\s?)?(?<digits>\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?(?<scale>k|m|bn|thousand|million|billion)\b)?(?<percent>\s?%|[\s-]per\s?cent\b)?(?<dollars>\s?(?:USD|dollars?)\b)?/gi;

const numberWord =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b/gi;

const wordValues: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...Object.fromEntries(
      "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
        .split(" ")
        .map((word, index) => [word, index + 2]),
    ),
    ...Object.fromEntries(
      "twenty thirty forty fifty sixty seventy eighty ninety".split(" ").map((word, index) => [word, 10 * (index + 2)]),
    ),
  }),
);

const vagueAmount =
  /\b(?:half|halves|halved?|double[sd]?|doubling|twice|triple[sd]?|tripling|quadrupled?|(?:two|ten|hundred)fold|dozens?|hundreds?|thousands?|millions?|a third|two-thirds|a quarter|three-quarters)\b/gi;

function figureOf(groups: Record<string, string | undefined>): Figure & { step: number } {
  const digits = groups["digits"]!.replaceAll(",", "");
  const scale = scales[groups["scale"]?.toLowerCase() ?? ""] ?? 1;
  const kind: FigureKind = groups["usd"] || groups["dollars"] ? "usd" : groups["percent"] ? "percent" : "plain";
  const decimals = digits.split(".")[1]?.length ?? 0;
  return { kind, value: Number(digits) * scale, step: scale / 10 ** decimals };
}

const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

/** Ignores the sign: "$4,327 short" matches −$4,327. */
const isKnown = ({ kind, value, step }: Figure & { step: number }, known: readonly Figure[]): boolean =>
  known.some((figure) => figure.kind === kind && Math.abs(Math.abs(figure.value) - value) <= step * 0.5001);

/** Words that contain a digit, longest first. */
const digitNames = (text: string): string[] =>
  text
    .split(/[\s:,;()]+/)
    .filter((word) => /\d/.test(word) && /[a-z]/i.test(word))
    .sort((one, other) => other.length - one.length);
