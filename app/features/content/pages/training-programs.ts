import { spelled } from "#app/lib/numbers.ts";
import type { TrainingTitle } from "../training-terms.ts";

export type AgendaPart = {
  title: string;
  text: string /** Share of `length`, in the unit of the program. */;
  share: number;
};

export type TrainingProgram = {
  title: TrainingTitle;
  format: string;
  /** In a sentence: "a one-day workshop". */
  inShort: string;
  /** In a sentence after "for": "those who build". */
  forWhom: string;
  register: string;
  summary: string;
  audience: string;
  unit: "minutes" | "hours";
  length: string;
  /** Whole hours, for the common scale of the drawings. */
  hours: number;
  place: string;
  group: string;
  bring: string;
  agenda: readonly AgendaPart[];
  outcomes: readonly string[];
};

/** In the order of the page. The agenda's shares add up to the length (checked by a test). */
export const trainingPrograms: readonly TrainingProgram[] = [
  {
    title: "GTM Strategy & RevOps Workshop",
    format: "Workshop",
    inShort: "a one-day GTM and RevOps workshop",
    forWhom: "the people who set priorities",
    register: "Register for Workshop",
    summary:
      "One day, one wall, everyone who touches the pipeline. You leave with a map of how revenue work is done today and an agreed order for automating it.",
    audience:
      "Heads of sales, marketing, operations and customer success at one firm, with the founder or the person who decides on tools.",
    unit: "minutes",
    length: "6 hours, one day",
    hours: 6,
    place: "In your office or on video",
    group: "4 to 12 people from one firm",
    bring: "Last quarter's pipeline and the list of tools you pay for",
    agenda: [
      {
        title: "Map the current state",
        share: 60,
        text: "How a lead becomes a customer today, step by step, including the steps no one owns.",
      },
      {
        title: "Measure it",
        share: 90,
        text: "People, hours and frequency for every step. Add them up before you argue about priorities.",
      },
      {
        title: "One definition per term",
        share: 75,
        text: "Stages, owners, handoffs and the fields that prove them. What counts as qualified, and who decides.",
      },
      {
        title: "Choose",
        share: 90,
        text: "Score the candidates by value, fit and effort, each with a low, an expected and a high case.",
      },
      {
        title: "The 90-day plan",
        share: 45,
        text: "What gets built first, who owns it, and the figure that will tell you it works.",
      },
    ],
    outcomes: [
      "Read and maintain a current-state map of your own revenue process",
      "See which manual work costs the most, in hours and dollars",
      "Defend the order of your automation plan with figures",
      "Run the same workshop next year without us",
    ],
  },
  {
    title: "AI & Automation Implementation Certification",
    format: "Online certification",
    inShort: "a six-week online certification",
    forWhom: "those who build",
    register: "Enroll in Certification",
    summary:
      "Six weeks for the person who will build. Each week adds one part, and by the end, one automation is live in your own firm and has been reviewed.",
    audience:
      "Operations people, analysts and technical marketers who know their tools well and want to build in them. No programming required, just some patience with data.",
    unit: "hours",
    length: "24 hours in six weeks",
    hours: 24,
    place: "Online: two live hours and two hours of your own work each week",
    group: "At most 10 people",
    bring: "A process at your firm that you may automate, with test access",
    agenda: [
      {
        title: "Specifications a builder can use",
        share: 4,
        text: "Trigger, steps, decisions, outcome: from a conversation to a workflow without gaps.",
      },
      {
        title: "Data you can rely on",
        share: 4,
        text: "Fields, identities and duplicates. Why a second run must change nothing.",
      },
      {
        title: "Build",
        share: 4,
        text: "Triggers, conditions and loops on the automation platform you use: Zapier, Make or n8n.",
      },
      {
        title: "Language models in a flow",
        share: 4,
        text: "Prompts as specifications, checked answers, costs and limits, and when a rule is better.",
      },
      {
        title: "Failure",
        share: 4,
        text: "Retries, alerts, logs and tests. Participants break each other's automations on purpose.",
      },
      {
        title: "Your own, live",
        share: 4,
        text: "Your automation goes live, and you defend it: its value, its limits, what happens when it fails.",
      },
    ],
    outcomes: [
      "Build, test and run an automation without help",
      "Decide where a language model belongs in a flow and where it does not",
      "Find out why an automation failed, and fix it",
      "Hand your work over so that a colleague can continue",
    ],
  },
  {
    title: "Intelligent Systems Masterclass",
    format: "Live seminar",
    inShort: "a two-hour live masterclass",
    forWhom: "those who decide",
    register: "Sign Up for Seminar",
    summary:
      "Two hours for the people who decide. We open up three working systems in front of you: what they do, what they cost, where they go wrong.",
    audience: "Founders and leaders who will pay for such a system or be accountable for it.",
    unit: "minutes",
    length: "2 hours, live",
    hours: 2,
    place: "On video, live, not recorded",
    group: "At most 30 people",
    bring: "One decision you are about to make",
    agenda: [
      {
        title: "Record, rule, model, person",
        share: 20,
        text: "The four parts of every intelligent system, and what each should do.",
      },
      {
        title: "Three systems, opened up",
        share: 35,
        text: "A proposal generator, a deal summary and a churn prediction: input, output, error rate.",
      },
      {
        title: "When it does not pay off",
        share: 20,
        text: "How to tell within an hour that an idea will cost more than it returns.",
      },
      {
        title: "Risk in plain words",
        share: 15,
        text: "Permissions, personal data, wrong answers, and who catches them.",
      },
      { title: "Your questions", share: 30, text: "A quarter of the time, and as long as you like afterward." },
    ],
    outcomes: [
      "Ask a vendor the five questions that separate a system from a demo",
      "Read a return model and find its weakest assumption",
      "Name the decisions that must stay with a person at your firm",
    ],
  },
];

/** `three programs` */
export const programCount = (): string => `${spelled(trainingPrograms.length)} programs`;
