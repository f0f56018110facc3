import { type Area, areas, type Outcome, outcomes } from "../content/automation-terms.ts";
import { bounds, type Industry, industries } from "../roi/bounds.ts";
import { focusWords, outcomeWords } from "../roi/input-words.ts";
import type { DraftInput } from "../roi/model-input.ts";
import type { BlueprintAbout } from "./blueprint.ts";
import { normaliseWebsite } from "./website.ts";

/** What an account knows about its person and company; every part may be missing. */
export interface KnownProfile {
  companyName: string | null;
  /** Bare domain of the company. */
  companyDomain: string | null;
  title: string | null;
  /** In the profile's words, as are outcome and industry. */
  focusArea: string | null;
  topOutcome: string | null;
  industry: string | null;
  hourlyCostUsd: number | null;
}

/** The first lines of a new blueprint about the company. */
export const aboutFrom = (known: KnownProfile): BlueprintAbout => ({
  companyName: (known.companyName ?? "").trim().slice(0, 200),
  companyWebsite: normaliseWebsite(known.companyDomain ?? "") ?? "",
  role: (known.title ?? "").trim().slice(0, 100),
});

/** The profile step as far as the account can answer it. Words that the model has no value for are left open. */
export function companyFrom(known: KnownProfile): NonNullable<DraftInput["company"]> {
  const { low, high, standard } = bounds.hourlyCostUsd;
  const cost = known.hourlyCostUsd ?? standard;
  return {
    hourlyCost: cost >= low && cost <= high ? cost : standard,
    ...part("industry", industries.find((industry) => sameWords(industry, known.industry)) as Industry | undefined),
    ...part("focus", areas.find((area) => names(known.focusArea, area, focusWords[area])) as Area | undefined),
    ...part(
      "topOutcome",
      outcomes.find((outcome) => names(known.topOutcome, outcome, outcomeWords[outcome])) as Outcome | undefined,
    ),
  };
}

const part = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };

const names = (typed: string | null, key: string, words: string) => sameWords(key, typed) || sameWords(words, typed);

const sameWords = (one: string, other: string | null) => one.toLowerCase() === other?.trim().toLowerCase();
