import { prices } from "#app/features/content/prices.ts";
import { promised } from "#app/features/content/promises.ts";
import type { Text } from "#app/features/content/rich-text.ts";
import { firmName } from "#app/lib/firm.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { currentModel } from "../inputs/parameters.ts";

/*
 * The comparison page: four ways to automate, each with the same questions. Figures are the model's, our prices or a marked
 * claim; without a figure the answer suggests what to ask for.
 */

export const comparedQuestions = [
  "You pay",
  "Time to go live",
  "Your time",
  "Upkeep",
  "The risk",
  "Ask first",
] as const;
export type ComparedWay = {
  id: "kit" | "freelancer" | "hire" | "us";
  name: string;
  who: string;
  answers: Readonly<Record<(typeof comparedQuestions)[number], Text>>;
  goodWhen: string;
};

const assumed = (text: string, key: string) => ({ text, href: `/assumptions#p-${key}` });

const { upkeepHoursPerEffort, internalHoursPerEffort, decay, platformUsd, overrun } = currentModel;
const percent = (share: number) => `${Math.round(100 * share)}%`;

const upkeep = assumed(`${upkeepHoursPerEffort} hours a month per point of effort`, "upkeepHoursPerEffort");
const platform = assumed(`about ${wholeUsd(platformUsd)} a month`, "platformUsd");
const decayed = assumed(`${percent(decay.perMonth)} of its benefit a month`, "decay.perMonth");

/** The top of our typical project range plus twelve months of retainer and platform, USD. */
export const ownFirstYearUsd = (): number =>
  prices.projectTypicalToUsd + 12 * (prices.retainerFromUsdPerMonth + platformUsd);

export const waysCompared: readonly ComparedWay[] = [
  {
    id: "kit",
    name: "Do it yourself, with the kit",
    who: "Someone on your team, with our free starter kit",
    answers: {
      "You pay": ["Nothing for the kit; ", platform, " for an automation platform, and your own hours."],
      "Time to go live": "We have no figure: it depends on who builds it and how much time they get.",
      "Your time": "All of the work: building, testing and explaining it to the team.",
      Upkeep: ["Yours. The model counts ", upkeep, "."],
      "The risk": [
        "It depends on the person who built it. In the model, even with that upkeep it loses ",
        decayed,
        ".",
      ],
      "Ask first": "Who checks a failed run next month, and who covers for that person during vacation?",
    },
    goodWhen: "You have one or two simple processes and someone who likes to build.",
  },
  {
    id: "freelancer",
    name: "A freelancer",
    who: "One specialist, by the hour or by the job",
    answers: {
      "You pay": [
        "An hourly rate or a fixed price. We have no reliable figure: get two quotes. Add ",
        platform,
        " for the platform.",
      ],
      "Time to go live":
        "Whatever the quote says. Ask for a date for each automation, not just one for the whole project.",
      "Your time": "You decide what to build and in what order, and check the result.",
      Upkeep: ["Yours, or theirs by the hour. The model counts ", upkeep, "."],
      "The risk": "One person: their availability, and knowledge that leaves with them unless it is written down.",
      "Ask first":
        "Is it built in our accounts? What documents do we get? What does a repair cost, and how long does it take?",
    },
    goodWhen: "You know exactly what to build and can check it yourself.",
  },
  {
    id: "hire",
    name: "A hire",
    who: "A senior automation architect on your payroll",
    answers: {
      "You pay": [
        "$234,000 or more a year",
        { claim: "architect" },
        ", our estimate. Ask a recruiter for the figure in your city.",
      ],
      "Time to go live": "After the search and onboarding. We have no figure for either.",
      "Your time": "The search, the interviews, and managing one more person.",
      Upkeep: "Theirs, as part of the job.",
      "The risk":
        "The cost continues even when there is little left to automate, and the knowledge still sits with one person.",
      "Ask first": "Is there enough to automate for a full-time job, this year and next?",
    },
    goodWhen: "You have years of automation work and want it in-house.",
  },
  {
    id: "us",
    get name() {
      return firmName();
    },
    who: "An architect and an engineer, at a fixed price",
    answers: {
      get "You pay"(): Text {
        return [
          `A project from ${wholeUsd(prices.projectFromUsd)}, typically up to ${wholeUsd(prices.projectTypicalToUsd)}; a retainer from ${wholeUsd(prices.retainerFromUsdPerMonth)} a month if you want one. Add `,
          platform,
          " for the platform.",
        ];
      },
      "Time to go live": `${promised.project} per project from signing. A larger scope takes several projects.`,
      "Your time": [
        assumed(`About ${internalHoursPerEffort} hours per point of effort`, "internalHoursPerEffort"),
        ", for workshops, access and testing.",
      ],
      Upkeep: ["Ours with the retainer; yours without it: ", upkeep, "."],
      "The risk": [
        "The estimate is not the quote: the model expects the quote to be ",
        assumed(`${percent(overrun[0])} to ${percent(overrun[2])} of the estimate`, "overrun"),
        ". The quote itself is fixed. A contract that names a yearly value comes with the 90-day ROI guarantee",
        { claim: "guarantee" },
        ".",
      ],
      "Ask first": "Does it pay off, according to my analysis? If not, we recommend the kit.",
    },
    goodWhen: "You want several automations running this quarter and someone accountable for them.",
  },
];
