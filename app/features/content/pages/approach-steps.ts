import { wholeUsd } from "#app/lib/money.ts";
import { offersFreeCall } from "#app/lib/offered-calls.ts";
import { freeSheets, sheetCodes } from "../blueprint-sheets.ts";
import { prices } from "../prices.ts";
import { capitalized, promised } from "../promises.ts";

/** In the specified words; `days` counts from the first answer, at each step's maximum. */
export const approachSteps = [
  {
    title: "Get Your blueprint",
    time: promised.analysis,
    text: `You answer three short sets of questions: your company, your tools, and the work that eats the week. The model scores its automations against your answers and ranks the best five, with hours, dollars, price and payback for each.`,
    give: "Fifteen minutes and honest estimates. No logins, no credit card.",
    get: `${freeSheets}, free, on screen and as a PDF.`,
    done: "You know which five to consider and what each could return.",
  },
  {
    title: "Design & Architect",
    time: `${capitalized(promised.blueprint)} from kickoff`,
    get text() {
      return `${offersFreeCall() ? "In a free strategy call, an" : "An"} architect walks through your numbers with you. The full blueprint follows: fields, triggers and steps, what happens when a step fails, and how every part is tested. Any builder could work from it.`;
    },
    get give() {
      return offersFreeCall() ? "One call, and answers to any open questions." : "Answers to any open questions.";
    },
    get: `${sheetCodes.fullBlueprint}, the full blueprint, and a fixed price for what you want built.`,
    done: "Every step has an owner, a tool and a test.",
  },
  {
    title: "Deploy & Integrate",
    time: promised.project,
    text: "We build in your accounts and under your logins, quick wins first. Each automation runs alongside the old process until both give the same result; only then is the old one switched off. We train the people who use it.",
    give: "Access to the systems involved, and someone to test with us.",
    get: "Running automations, documented well enough that you can change them without us.",
    done: "Every test passes with your own data, and your team has taken over.",
  },
  {
    title: "Optimize & Scale",
    time: "Month by month",
    text: `We compare measured hours with the forecast, repair what drifts, and build what was listed under “later” once its figures justify it. On ${promised.guaranteeDay} the yearly value at run rate is compared with the figure in your contract.`,
    give: "One review a month, with your numbers in hand.",
    get get() {
      return `Monitoring, repairs and the next build, from ${wholeUsd(prices.retainerFromUsdPerMonth)} a month.`;
    },
    done: `You decide: ${promised.retainerNotice} ends it.`,
  },
] as const;

export const painPoints = [
  {
    says: "New leads wait for a reply",
    measure: "Take the last twenty leads. Write down the minutes until someone answered each one.",
  },
  {
    says: "The same customer is typed into three systems",
    measure: "Follow one new customer through your tools. Count how often a person enters the name.",
  },
  {
    says: "Follow-up depends on who remembers",
    measure: "Open ten proposals that no one has answered. Count those with a next step and a date.",
  },
  {
    says: "No one really believes the forecast",
    measure: "Compare the forecast from the first day of last quarter with what you won.",
  },
  {
    says: "Tools were bought one by one and never connected",
    measure: "Change one customer's address in one tool. A day later, count the tools that still have the old one.",
  },
  {
    says: "Every ten new customers mean another hire",
    measure: "Ask three people which part of yesterday's work a written rule could have done.",
  },
] as const;
