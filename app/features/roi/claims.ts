import { promised } from "#app/features/content/promises.ts";

/** A figure that the site states in the specified words, and the reading under which it is true. */
export type Claim = {
  /** Also its anchor on the assumptions page. */
  id: string;
  /** As the pages say it. */
  words: string;
  reading: string;
};

/**
 * Every claim with a footnote mark (spec: claims). Where a reading names hours or multiples, claims.test.ts computes them
 * with the model for the example firm; a change of the model that breaks a claim fails there.
 */
export const claims = {
  aiPowered: {
    id: "ai-powered",
    words: "AI-powered automation analysis",
    reading:
      "Ranking and figures come from the published return model, the same for everyone. Only the sentences about them may come from a language model, where one is set up; otherwise fixed rules write them. It gets figures and the names of tools and processes, without your name or address. A text with a figure that is not in the analysis is discarded, and every analysis says how its sentences were written.",
  },
  hoursLanding: {
    id: "hours-10-30",
    words: "10-30 hours a week",
    reading:
      "What the model returns for a firm of 45 people that spends 45 to 110 hours a week on six manual processes. Expected case; your own answers give your own figure.",
  },
  hoursHome: {
    id: "hours-20-40",
    words: "20-40 hours per week",
    reading: "The same firm with 75 to 145 manual hours a week.",
  },
  roiFirstYear: {
    id: "return-first-year",
    words: "3-5x ROI in the first year",
    reading:
      "Yearly value at the run rate reached within the first year, divided by the project price: 3 to 5 for the same firm with 75 to 125 manual hours a week. It is not return after all costs of the first year, which also holds build time, ramp-up and the retainer; the analysis prints both.",
  },
  returnSixMonths: {
    id: "return-six-months",
    words: "3-5x return within 6 months",
    reading: `The same multiple. Everything in scope is built in one to three months, in projects of ${promised.project} each, and use ramps up over four more, so the run rate it is measured at is reached about half a year after the start.`,
  },
  stackCost: {
    id: "stack-cost",
    words: "20-40% lower tech stack cost",
    reading:
      "Of tools that overlap: two or more that do the same job. The dearest of each kind stays, and of the others 20 to 40 per cent is counted, 30 expected. Never of the whole stack.",
  },
  guarantee: {
    id: "guarantee",
    words: "90-day ROI guarantee",
    reading:
      "By day 90 the yearly value at run rate reaches the figure agreed in the contract, or we continue the work unpaid until it does.",
  },
  architect: {
    id: "architect",
    words: "A senior architect costs 234,000 USD or more a year",
    reading:
      "Our estimate for a senior automation architect in the United States: salary, taxes, benefits and equipment, paid in every month of the year.",
  },
  handmade: {
    id: "two-weeks",
    words: "2 weeks of work and a 2,500 USD value",
    reading:
      "What the same survey takes and costs when we do it by interview: about two weeks from the first call to the report, at a fixed price of 2,500 USD.",
  },
  productivity: {
    id: "productivity",
    words: "14.5% productivity",
    reading:
      "A published industry average of surveys on marketing automation: more sales productivity where marketing and hand-off work is automated. We quote it as the trade does and did not measure it ourselves; no figure of an analysis rests on it.",
  },
  overhead: {
    id: "overhead",
    words: "12.2% overhead reduction",
    reading:
      "A published industry average of the same kind: less marketing overhead, from fewer manual campaign and list tasks. Quoted, not measured by us; no figure of an analysis rests on it.",
  },
  prediction: {
    id: "prediction",
    words: "81% deal prediction accuracy",
    reading:
      "A published industry average for scoring on complete and current CRM data. With gaps in the data it falls. Quoted, not measured by us; no figure of an analysis rests on it.",
  },
} as const satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;
