import type { RequestedCompany } from "#app/features/access/requests/own-access.ts";
import { isPlaceholderCompany } from "#app/features/accounts/profile/profile-fields.ts";
import { type Area, areas, type Outcome, outcomes } from "#app/features/content/automations/automation-terms.ts";
import { bounds, type Industry, industries } from "#app/features/roi/inputs/bounds.ts";
import { focusLabels, outcomeLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { isMailProvider } from "#app/lib/people/company-domain.server.ts";
import { cut } from "#app/lib/words/cut.ts";
import type { BlueprintAbout } from "../blueprint.ts";
import { normalizeWebsite } from "./website.ts";

export interface KnownProfile {
  companyName: string | null;
  companyDomain: string | null;
  title: string | null;
  /** As the profile's label, like outcome and industry. */
  focusArea: string | null;
  topOutcome: string | null;
  industry: string | null;
  hourlyCostUsd: number | null;
  /** Answers of the person's access request, used where the account has none. */
  requested?: RequestedCompany | null;
}

export type EarlierBlueprint = { about: BlueprintAbout; inputs: Pick<DraftInput, "company"> };

/** Prefills the profile step: from the newest blueprint about the same company, otherwise from the account. */
export function prefilled(
  profile: KnownProfile,
  earlier?: EarlierBlueprint,
): { about: BlueprintAbout; company: NonNullable<DraftInput["company"]> } {
  // A blueprint is newer than the request and was corrected by its owner.
  const known = earlier ? { ...profile, requested: null } : profile;
  const about = aboutFrom(known);
  const company = companyFrom(known);
  const isSame = earlier && (about.companyName === "" || sameWords(about.companyName, earlier.about.companyName));
  if (!isSame) return { about, company };
  const { companyName, companyWebsite, role } = earlier.about;
  return {
    about: {
      companyName: about.companyName || companyName,
      companyWebsite: companyWebsite || about.companyWebsite,
      role: about.role || role,
    },
    company: { ...company, ...earlier.inputs.company },
  };
}

function aboutFrom({ companyName, companyDomain, title, requested }: KnownProfile): BlueprintAbout {
  const named = requested && !isPlaceholderCompany(requested.companyName) ? requested.companyName : null;
  const website =
    requested?.companyWebsite && !isMailProvider(requested.companyWebsite) ? requested.companyWebsite : null;
  // A request for a company other than the profile's must not set the website.
  const isOther = Boolean(companyName && named && !sameWords(companyName, named));
  return {
    companyName: cut((companyName || named || "").trim(), 200),
    companyWebsite: normalizeWebsite((isOther ? null : website) ?? companyDomain ?? "") ?? "",
    role: cut((title || requested?.role || "").trim(), 100),
  };
}

/** Prefills the profile step from the account. Labels without a value in the model stay empty. */
function companyFrom(known: KnownProfile): NonNullable<DraftInput["company"]> {
  const { low, high, standard } = bounds.hourlyCostUsd;
  const typedIndustry = known.industry ?? known.requested?.industry ?? null;
  const cost = known.hourlyCostUsd ?? standard;
  return {
    hourlyCost: cost >= low && cost <= high ? cost : standard,
    ...part("industry", industries.find((industry) => sameWords(industry, typedIndustry)) as Industry | undefined),
    ...part("focus", areas.find((area) => names(known.focusArea, area, focusLabels[area])) as Area | undefined),
    ...part(
      "topOutcome",
      outcomes.find((outcome) => names(known.topOutcome, outcome, outcomeLabels[outcome])) as Outcome | undefined,
    ),
  };
}

const part = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };

const names = (typed: string | null, key: string, words: string) => sameWords(key, typed) || sameWords(words, typed);

const sameWords = (one: string, other: string | null) => one.toLowerCase() === other?.trim().toLowerCase();
