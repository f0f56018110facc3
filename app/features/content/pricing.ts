import { wholeUsd } from "#app/lib/money.ts";
import { callPlace, callTitle, offeredCalls, offersFreeCall } from "#app/lib/offered-calls.ts";
import { freeSheets, sheetCodes } from "./blueprint-sheets.ts";
import type { Question } from "./pages/question.ts";
import { prices } from "./prices.ts";
import { promised } from "./promises.ts";
import type { Text } from "./rich-text.ts";
import { termsSection } from "./terms-sections.ts";

export type TierId = "analysis" | "project" | "retainer";

export type Tier = {
  id: TierId;
  title: string;
  from: string;
  price: string;
  per?: string;
  terms: string;
  features: readonly Text[];
};

export const tiers: readonly Tier[] = [
  {
    id: "analysis",
    title: "Automation analysis",
    from: `Sheets ${freeSheets}`,
    price: "Free",
    terms: `${promised.analysis}, in 3 steps of 5`,
    features: [
      "Top 5 automation opportunities, ranked for your firm",
      "Hours and yearly value: low, expected, high",
      "Price and payback for each one",
      "Every assumption listed; change the main ones",
      "A 90-day plan and a PDF to keep",
    ],
  },
  {
    id: "project",
    title: "Fixed-price project",
    from: "from",
    get price() {
      return wholeUsd(prices.projectFromUsd);
    },
    get terms() {
      return `typically ${wholeUsd(prices.projectFromUsd)} to ${wholeUsd(prices.projectTypicalToUsd)}, ${promised.project}`;
    },
    features: [
      "One or more automations, built, tested and handed over",
      ["3-5x return within 6 months", { claim: "returnSixMonths" }],
      ["90-day ROI guarantee", { claim: "guarantee" }],
      "In your accounts, under your logins",
      `Full blueprint included: ${sheetCodes.fullBlueprint}`,
    ],
  },
  {
    id: "retainer",
    title: "Managed RevOps and automation",
    from: "from",
    get price() {
      return wholeUsd(prices.retainerFromUsdPerMonth);
    },
    per: "per month",
    terms: "month-to-month, no long-term commitment",
    features: [
      "An architect and an engineer who know your blueprint",
      "Monitoring and repair of everything we built",
      "Monthly improvements, in the order you set",
      "The return model rerun with measured figures",
      `Ends with ${promised.retainerNotice}`,
    ],
  },
];

export type WayId = "call" | "unlock" | "implementation";

export const wayQuestions = ["You get", "When", "Your time", "Payment", "Best if"] as const;

export const ways: readonly {
  id: WayId;
  name: string;
  price: string;
  terms: string;
  answers: Record<(typeof wayQuestions)[number], string>;
}[] = [
  {
    id: "call",
    name: "Strategy call",
    price: "Free",
    get terms() {
      return callPlace("unlock");
    },
    answers: {
      "You get": "A walkthrough of your analysis with an architect, then the full blueprint",
      When: `The call is the kickoff; ${promised.blueprint} from the call`,
      get "Your time"() {
        return `One call ${callPlace("unlock")}`;
      },
      Payment: "None",
      "Best if": "You want a second pair of eyes before design starts",
    },
  },
  {
    id: "unlock",
    name: "Instant unlock",
    get price() {
      return wholeUsd(prices.unlockUsd);
    },
    terms: "one time",
    answers: {
      "You get": "The full blueprint, without a call",
      When: `An architect is assigned ${promised.architect}; ${promised.blueprint} from kickoff`,
      "Your time": "A few emails to agree on the scope",
      Payment: "In advance; refundable until the kickoff session is completed",
      "Best if": "You have your own builders and no time for calls",
    },
  },
  {
    id: "implementation",
    name: "Full implementation",
    get price() {
      return `${wholeUsd(prices.projectFromUsd)}+`;
    },
    terms: promised.project,
    answers: {
      "You get": "The full blueprint, then everything in it built, tested and handed over",
      When: `${promised.project} per project; a larger scope takes several projects`,
      "Your time": "One person who can decide",
      Payment: "50% on signing, 50% on completion, before handover",
      "Best if": "You want it running this quarter",
    },
  },
];

/** The ways with the lengths of the calls, in minutes; without the call while none can be booked. */
export function waysWith(calls: { session: number; unlock: number }): typeof ways {
  const { session, unlock } = offeredCalls();
  const alsoCounts = session.isOffered ? `; the ${calls.session}-minute ${callTitle("session")} counts, too` : "";
  const offered = ways.filter(({ id }) => id !== "call" || offersFreeCall());
  return offered.map((way) =>
    way.id === "call" && unlock.isOffered
      ? {
          ...way,
          terms: `${calls.unlock} minutes`,
          answers: {
            ...way.answers,
            "Your time": `${calls.unlock} minutes ${callPlace("unlock")}${alsoCounts}`,
          },
        }
      : way,
  );
}

export const priceQuestions: readonly Question[] = [
  {
    id: "analysis-or-blueprint",
    question: "How is the free analysis different from the full blueprint?",
    answer: [
      "The analysis tells you what to automate, in what order, what it should return and what it costs to build. The full blueprint tells a builder how: fields, triggers, steps, failure handling and tests for every automation in scope.",
    ],
  },
  {
    id: "fixed-price",
    question: "What does “fixed price” cover?",
    answer: [
      "One or more named automations, from design to handover. The price is in the contract before work starts and changes only if you change what is to be built. Half is due on signing, half on completion, before handover.",
    ],
  },
  {
    id: "cancel-retainer",
    question: "Can I cancel the retainer?",
    answer: [
      [
        `Yes, with ${promised.retainerNotice}, at any time. It is billed monthly in advance and there is no long-term commitment. What we built stays in your accounts and keeps running. The `,
        { text: "terms", href: termsSection("retainer").href },
        " have the details.",
      ],
    ],
  },
  {
    id: "refund",
    get question() {
      return `Can I get the ${wholeUsd(prices.unlockUsd)} back?`;
    },
    get answer() {
      const instead = offersFreeCall()
        ? " If you are not sure, book the strategy call instead: then the blueprint is free."
        : "";
      return [
        `Until the kickoff session is completed, yes. After that, an architect is working on your blueprint and the fee is non-refundable.${instead}`,
      ];
    },
  },
];
