import { expect, test } from "vitest";
import type { WayRange } from "#app/features/roi/analysis-shape.ts";
import { modelVersions } from "#app/features/roi/inputs/parameters.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { adviceOf } from "#app/features/roi/wording/advice.ts";
import { adviceClaims } from "#tests/fixtures/advice-claims.ts";
import type { Case, Check } from "#tests/fixtures/claim-readings.ts";
import { narrativeClaims } from "#tests/fixtures/narrative-claims.ts";
import { builtInNarrative } from "./narrative.ts";

/* Every sentence of narrative and advice is a claim, checked against the figures. A sentence without one fails. */

const sentencesOf = (text: string) => text.split(/(?<=\.)\s+(?=[A-Z“−$\d])/);
const compiled = (claims: readonly [string, Check][]) =>
  claims.map(([pattern, check]) => ({ pattern: new RegExp(`^${pattern}$`, "s"), check }));
const claims = { advice: compiled(adviceClaims), narrative: compiled(narrativeClaims) };

interface Sentence {
  kind: "narrative" | "advice";
  text: string;
}

const textsOf = ({ input, result }: Case): Sentence[] => [
  ...builtInNarrative(input, result)
    .flatMap(sentencesOf)
    .map((text): Sentence => ({ kind: "narrative", text })),
  ...sentencesOf(adviceOf(result).reason).map((text): Sentence => ({ kind: "advice", text })),
];

const reached = new Set<string>();

function faultsOf(sentences: readonly Sentence[], subject: Case): string[] {
  return sentences.flatMap(({ kind, text }) => {
    const matching = claims[kind].filter(({ pattern }) => pattern.test(text));
    if (matching.length === 0) return [`no claim covers: ${text}`];
    for (const { pattern } of matching) reached.add(pattern.source);
    const holds = matching.some(({ pattern, check }) => check(pattern.exec(text)!.groups ?? {}, subject));
    return holds ? [] : [`contradicted by the figures: ${text}`];
  });
}

const inputs = randomInputs(500, 20_261_123);

test.each(modelVersions)("every claim of 500 narratives of model %s holds against its figures", (model) => {
  const faults = inputs.flatMap((input, index) => {
    const subject = { input, result: analyze(input, { draws: 1000, model }) };
    return faultsOf(textsOf(subject), subject).map((fault) => `${index}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

test("claims hold in cases that random inputs do not reach: no adoption, and good odds with a negative median", () => {
  const none = { ...inputs[0]!, assumptions: { adoption: [0, 0, 0] as [number, number, number] } };
  const open = inputs
    .map((input) => ({ input, result: analyze(input, { draws: 1000 }) }))
    .find(({ result }) => adviceOf(result).kind === "not-clear")!;
  const likely = { ...open.result.projectRange, probPositiveY1: 0.65, npv3: [-9000, -2000, 800] as WayRange["npv3"] };
  const subjects = [
    { input: none, result: analyze(none, { draws: 1000 }) },
    { input: open.input, result: { ...open.result, projectRange: likely } },
  ];
  for (const subject of subjects) expect(faultsOf(textsOf(subject), subject)).toEqual([]);
});

test("the narratives cover every claim", () => {
  const all = [...claims.advice, ...claims.narrative].map(({ pattern }) => pattern.source);
  expect(all.filter((source) => !reached.has(source))).toEqual([]);
});

test("a narrative checked against the figures of another analysis is rejected", () => {
  const [one, two] = inputs
    .map((input) => ({ input, result: analyze(input, { draws: 1000 }) }))
    .filter(({ result }) => adviceOf(result).kind === "project");
  const faults = faultsOf(textsOf(one!), two!);
  expect(faults.length).toBeGreaterThan(5);
  expect(faultsOf([{ kind: "narrative", text: "It pays off in any case." }], one!)).toEqual([
    "no claim covers: It pays off in any case.",
  ]);
});
