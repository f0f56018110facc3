import { industryFiguresLabel, unverified } from "#app/features/content/industry-figures.ts";
import { promised } from "#app/features/content/promises.ts";
import type { ClaimMark } from "#app/features/content/rich-text.ts";

/** `model`: computed by the return model. `ours`: our terms, prices or judgment. `unverified`: no source found. */
export type ClaimOrigin = "model" | "ours" | "unverified";

/** A figure in the wording that the specification requires, and the reading under which it is true. */
export type Claim = {
  /** Also the anchor on the assumptions page. */
  id: string;
  /** The wording on the pages. */
  words: string;
  origin: ClaimOrigin;
  /** Self-contained: pages print some of the claims, in their own order. */
  reading: string;
};

export const originLabels: Readonly<Record<ClaimOrigin, string>> = {
  model: "Computed by the return model",
  ours: "Our own terms, prices or estimate",
  unverified: industryFiguresLabel,
};

/**
 * Every claim with a footnote mark (spec: claims). Where a reading names hours or multiples, claims.test.ts computes
 * them for the example firm and fails if a change of the model invalidates them.
 */
export const claims = {
  aiPowered: {
    id: "ai-powered",
    words: "AI-powered automation analysis",
    origin: "ours",
    reading:
      "The ranking and the figures come from the published return model, which treats every firm alike. Only the sentences about them may come from a language model, if one is set up; otherwise fixed rules write them. The language model gets figures and the names of tools and processes, without your name or address. Text with a figure that is not in the analysis is discarded, and every analysis says how its sentences were written.",
  },
  hoursLanding: {
    id: "hours-10-30",
    words: "10-30 hours a week",
    origin: "model",
    reading:
      "What the model returns for a firm of 45 people that spends 45 to 110 hours a week on six manual processes. This is the expected case; your own figure depends on your answers.",
  },
  hoursHome: {
    id: "hours-20-40",
    words: "20-40 hours per week",
    origin: "model",
    reading:
      "What the model returns for a firm of 45 people that spends 75 to 145 hours a week on six manual processes. This is the expected case; your own figure depends on your answers.",
  },
  roiFirstYear: {
    id: "return-first-year",
    words: "3-5x ROI in the first year",
    origin: "model",
    reading:
      "Yearly value at the run rate reached within the first year, divided by the project price: 3 to 5 for a firm of 45 people with 75 to 125 manual hours a week. After all first-year costs, including build time, ramp-up and the retainer, the return is much lower; the analysis shows both.",
  },
  returnSixMonths: {
    id: "return-six-months",
    words: "3-5x return within 6 months",
    origin: "model",
    reading: `Yearly value at the run rate reached by then, divided by the project price: 3 to 5 for a firm of 45 people with 75 to 125 manual hours a week. Everything in scope is built in one to three months, in projects of ${promised.project} each, and adoption ramps up over the following months, so the run rate is reached about six months after the start.`,
  },
  stackCost: {
    id: "stack-cost",
    words: "20-40% lower tech stack cost",
    origin: "ours",
    reading:
      "Applies to overlapping tools: two or more that do one job. The most expensive of each kind stays, and we count 20-40% of the cost of the others, 30% in the expected case. We never apply it to the whole stack.",
  },
  guarantee: {
    id: "guarantee",
    words: "90-day ROI guarantee",
    origin: "ours",
    reading: `By ${promised.guaranteeDay}, the yearly value at run rate reaches the figure agreed in the contract, or we keep working unpaid until it does.`,
  },
  outcomes: {
    id: "key-business-outcomes",
    words: "Key Business Outcomes",
    origin: "ours",
    reading:
      "Figures for the example workflow on the page. An estimate is our judgment of the time a case takes by hand; a target is what the workflow is designed for; a setting is a limit built into it. None was measured at a client, and no analysis uses them: your analysis computes hours from your answers.",
  },
  architect: {
    id: "architect",
    words: "A senior architect costs $234,000 or more a year",
    origin: "ours",
    reading:
      "Our estimate for a senior automation architect in the United States: salary, taxes, benefits and equipment, for a full year.",
  },
  handmade: {
    id: "two-weeks",
    words: "2 weeks of work and a $2,500 value",
    origin: "ours",
    reading:
      "What the survey behind an analysis takes and costs when we conduct it by interview: about two weeks from the first call to the report, at a fixed price of $2,500.",
  },
  productivity: {
    id: "productivity",
    words: "14.5% productivity",
    origin: "unverified",
    reading: `Higher sales productivity where marketing and handoff work is automated. ${unverified}`,
  },
  overhead: {
    id: "overhead",
    words: "12.2% overhead reduction",
    origin: "unverified",
    reading: `Lower marketing overhead, from fewer manual campaign and list tasks. ${unverified}`,
  },
  prediction: {
    id: "prediction",
    words: "81% deal prediction accuracy",
    origin: "unverified",
    reading: `For scoring on complete and current CRM data; with gaps it falls. ${unverified}`,
  },
} as const satisfies Record<ClaimMark, Claim>;

export type ClaimName = keyof typeof claims;
