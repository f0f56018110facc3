import { wholeUsd } from "#app/lib/money.ts";
import { sheetCodes } from "./blueprint-sheets.ts";
import { prices } from "./pricing.ts";
import { promised } from "./promises.ts";
import type { Question } from "./question.ts";

export type FaqSection = {
  /** Its anchor, linked from the summary card. */
  id: "value-roi" | "process-technology" | "security-trust";
  title: string;
  /** On the summary card: the topics of the section. */
  summary: string;
  questions: readonly Question[];
};

export const faqSections: readonly FaqSection[] = [
  {
    id: "value-roi",
    title: "Value & ROI",
    summary: "What it returns, how sure that is, and what it costs to find out.",
    questions: [
      {
        id: "what-it-saves",
        question: "How many hours does automation give back?",
        answer: [
          [
            "For a firm of 45 people with 45 to 110 manual hours a week, our model returns 10-30 hours a week",
            { claim: "hoursLanding" },
            ". With 75 to 145 manual hours it is 20-40 hours per week",
            { claim: "hoursHome" },
            ". Both are expected cases.",
          ],
          [
            "Your own figure comes from your own answers: which work, how many people, how many hours, how often. ",
            { text: "The free analysis", href: "/automation-blueprint-gtmarc" },
            " prints it with a low, an expected and a high case, and shows what each automation adds to it.",
          ],
        ],
      },
      {
        id: "how-soon",
        question: "How soon does a project pay for itself?",
        answer: [
          [
            "We plan for a 3-5x return within 6 months",
            { claim: "returnSixMonths" },
            ": the yearly value at the run rate reached by then, divided by the fixed price.",
          ],
          "Every automation in your analysis has its own payback in months. Any that does not earn back its price within twelve months is left out of the project and listed under “later”, with what would have to change. We do not sell those.",
        ],
      },
      {
        id: "guarantee",
        question: "What does the 90-day ROI guarantee promise?",
        answer: [
          [
            `It applies where the contract names a yearly value and how it is measured. By ${promised.guaranteeDay} the measured run rate reaches it, or we keep working unpaid until it does`,
            { claim: "guarantee" },
            ".",
          ],
          "It covers what we built, used as agreed. It does not depend on how your market does: we measure hours and steps, not how many deals you win.",
        ],
      },
      {
        id: "where-figures-come-from",
        question: "Where do the figures come from?",
        answer: [
          "From your answers and a published model: what share of each kind of work can be automated, how much of it teams really adopt, how much freed time turns into value, and what building costs. 10,000 runs with those shares give the low, the expected and the high case.",
          [
            { text: "Every assumption", href: "/assumptions" },
            " is listed with its origin, and you can change the main ones in your analysis.",
          ],
        ],
      },
      {
        id: "why-free",
        question: "Why is the analysis free?",
        answer: [
          [
            "By interview, this survey takes two weeks and costs $2,500",
            { claim: "handmade" },
            `. As a wizard it takes you ${promised.analysis} and costs us next to nothing, and firms that have seen their own numbers ask better questions.`,
          ],
          [
            "There is no card to enter and no call to sit through. You keep the PDF whether or not you build with us. What costs money is on one page: ",
            { text: "pricing", href: "/pricing" },
            ".",
          ],
        ],
      },
      {
        id: "full-blueprint",
        question: "What does the full blueprint cost?",
        answer: [
          `Nothing, after a strategy call of ${promised.unlockCall}, which is the way we recommend. Without a call it is ${wholeUsd(prices.unlockUsd)}, one time. And it is part of every full implementation, from ${wholeUsd(prices.projectFromUsd)} and ${promised.project}.`,
          `All three give the same blueprint: fields, triggers, steps, failure handling and tests for every automation in scope, by an architect in ${promised.blueprint} from kickoff.`,
        ],
      },
      {
        id: "tool-costs",
        question: "Can we spend less on software, too?",
        answer: [
          [
            "Often, where two tools do one job. On those we count 20-40% lower tech stack cost",
            { claim: "stackCost" },
            ": the most expensive tool of each kind stays, and part of the cost of the others is saved. It is never a share of the whole stack, and your analysis names the tools.",
          ],
        ],
      },
    ],
  },
  {
    id: "process-technology",
    title: "Process & Technology",
    summary: "How an idea becomes a running automation, in which tools, and who does what.",
    questions: [
      {
        id: "how-it-works",
        question: "What happens between the first answer and the first running automation?",
        answer: [
          [
            "Four steps: you get your blueprint, we design it with you, we build it inside your tools, and we keep improving what runs. ",
            { text: "Our approach", href: "/our-approach" },
            " shows each with what you decide and what you receive.",
          ],
          "Nothing is built before you have seen its expected value, its price and every step of it.",
        ],
      },
      {
        id: "how-long",
        question: "How long does a project take?",
        answer: [
          `${promised.project} from signing to handover, depending on how many automations are in it. A larger scope is built as several projects, one after another: your analysis counts the months for all of it. The full roadmap, sheet ${sheetCodes.fullBlueprint}, is ready ${promised.blueprint} from kickoff.`,
          "The order is part of it: the top 3-5 prioritized initiatives, quick wins first, so that your team uses the first automation while the second is being built.",
        ],
      },
      {
        id: "which-tools",
        question: "Which tools do you work with?",
        answer: [
          [
            "The ones you have. ",
            { text: "About 70 products", href: "/#technology-partners" },
            " are on our list, from CRM and marketing to support and billing, plus anything else that has an API or can export a file.",
          ],
          "We do not sell licenses, and no vendor pays us, so a blueprint names a new tool only where yours cannot do the step.",
        ],
      },
      {
        id: "change-crm",
        question: "Do we have to change our CRM or move our data?",
        answer: [
          "No. Automations run on the records where they are. If fields are missing or mean different things to different people, the blueprint says which, and fixing that is a step in the plan with its own hours.",
          "If two of your systems do the same job, the analysis shows what the overlap costs. Changing a system is never a condition for working with us.",
        ],
      },
      {
        id: "our-time",
        question: "How much of our team's time does it take?",
        answer: [
          [
            `${promised.analysis} for `,
            { text: "the analysis", href: "/automation-blueprint-gtmarc" },
            ", in 3 steps of 5 minutes. During a project we need one person who can decide, and an hour now and then with the people who do the work today: they know the exceptions that no map shows.",
          ],
          "Before handover the people who will run an automation test it on real cases and learn to change it.",
        ],
      },
      {
        id: "who-owns",
        question: "Who owns what you build?",
        answer: [
          "You do. Everything runs in your accounts and under your logins, and its blueprint, tests and settings are handed over with it. Another firm could pick it up from there.",
          "If you end the retainer, everything keeps running.",
        ],
      },
      {
        id: "when-it-fails",
        question: "What happens when an automation fails?",
        answer: [
          "It alerts a person and names the record it failed on. Every blueprint says what happens when a tool does not respond, a field is empty or a step runs twice, and each of these cases is tested before handover.",
          "With Managed RevOps we get the alert and fix it. Without it, you do, using the blueprint.",
        ],
      },
    ],
  },
  {
    id: "security-trust",
    title: "Security & Trust",
    summary: "What we ask for, what we keep, who can see it, and how to have it removed.",
    questions: [
      {
        id: "system-access",
        question: "Do you need access to our systems?",
        answer: [
          "Not for the analysis. The wizard asks about tools and volumes and connects to none of them.",
          "For a project you give us named accounts in your systems with the fewest permissions the work needs, under your rules. You see what they do, and at handover you close them.",
        ],
      },
      {
        id: "what-you-keep",
        question: "What do you keep about us, and who can see it?",
        answer: [
          [
            "What you tell us: your account, your blueprints, the calls you book, the emails we sent you. It is stored in our own database. The people at GTMarc who work for you can see it, and so can the few providers the policy names; nothing is sold. The ",
            { text: "privacy policy", href: "/privacy-policy" },
            " lists every item.",
          ],
          "In your account you can download all of it or delete it, without asking anyone.",
        ],
      },
      {
        id: "ai-training",
        question: "Is a language model trained on our data, and does one see it?",
        answer: [
          "We do not train models on your data and let no one else do so. Automations that use language models run with your own provider under your own contract.",
          [
            "The figures in your analysis come from a published model, by arithmetic. How its sentences are written, and what data is sent for that, is in the note on ",
            { text: "how the analysis is written", href: "/assumptions#ai-powered" },
            "; every analysis says so too.",
          ],
        ],
      },
      {
        id: "account-safety",
        question: "How are accounts protected?",
        answer: [
          "An email address counts only once its owner has confirmed it. Passwords are stored as salted hashes, common ones are refused, and guessing is slowed down without locking you out. You can see where you are signed in and end any session.",
          "Our own administrators need a second factor. Access codes, tokens and links are stored as hashes: a stolen copy of the database opens no account.",
        ],
      },
      {
        id: "visitor-tracking",
        question: "Do you track visitors?",
        answer: [
          "We count visits without cookies. Your network address is never stored, only a hash of it with a key that changes every day. If your browser sends Do Not Track or Global Privacy Control, only the fact of a page view is counted.",
          "No page loads anything from another company: no advertising, no fonts, no scripts, no pixels.",
        ],
      },
      {
        id: "contract",
        question: "Which terms will we sign?",
        answer: [
          `Short ones. A project has a fixed price, billed 50% on signing and 50% on completion, before handover. A retainer is billed monthly in advance, month-to-month, and ends with ${promised.retainerNotice}.`,
          [
            "The ",
            { text: "terms of service", href: "/terms-of-service" },
            " have the details; there is no long-term commitment in them.",
          ],
        ],
      },
    ],
  },
];
