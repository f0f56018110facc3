import type { TrainingTitle } from "./training-terms.ts";

export type AgendaPart = {
  title: string;
  text: string /** Share of `length`, in the unit of the program. */;
  share: number;
};

export type TrainingProgram = {
  title: TrainingTitle;
  format: string;
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
    register: "Register for Workshop",
    summary:
      "One day, one wall, everyone who touches the pipeline. You leave with a map of how revenue work is done today and an agreed order in which to automate it.",
    audience:
      "Heads of sales, marketing, operations and customer success of one firm, with the founder or the person who decides about tools.",
    unit: "minutes",
    length: "6 hours, one day",
    hours: 6,
    place: "In your office or on video",
    group: "4 to 12 people of one firm",
    bring: "Last quarter's pipeline, the list of tools you pay for",
    agenda: [
      {
        title: "Map the current state",
        share: 60,
        text: "How a lead becomes a customer today, step by step, including the steps no one owns.",
      },
      {
        title: "Measure it",
        share: 90,
        text: "People, hours and frequency written on every step. The total is usually the first surprise of the day.",
      },
      {
        title: "One meaning for each word",
        share: 75,
        text: "Stages, owners, handoffs and the fields that prove them. What counts as qualified, and who says so.",
      },
      {
        title: "Choose",
        share: 90,
        text: "Score the candidates by value, fit and effort with the low, expected and high case of each.",
      },
      {
        title: "The 90-day plan",
        share: 45,
        text: "What is built first, who owns it, and the figure by which you will know that it works.",
      },
    ],
    outcomes: [
      "Read and keep a current-state map of your own revenue process",
      "Tell which manual work costs the most, in hours and dollars",
      "Defend the order of your automation plan with figures",
      "Run the same day again next year without us",
    ],
  },
  {
    title: "AI & Automation Implementation Certification",
    format: "Online certification",
    register: "Enroll in Certification",
    summary:
      "Six weeks for the person who will build. Each week adds one part, and at the end one automation in your own firm is live and reviewed.",
    audience:
      "Operations people, analysts and technical marketers who know their tools well and want to build in them. No programming, but some patience with data.",
    unit: "hours",
    length: "24 hours in six weeks",
    hours: 24,
    place: "Online: two live hours a week, two hours of your own work",
    group: "At most 10 people",
    bring: "A process in your firm that you are allowed to automate, with test access",
    agenda: [
      {
        title: "Specifications a builder can use",
        share: 4,
        text: "Trigger, steps, decisions, outcome: from a conversation to a workflow without gaps.",
      },
      {
        title: "Data that holds",
        share: 4,
        text: "Fields, identities and duplicates. Why the second run must change nothing.",
      },
      {
        title: "Build",
        share: 4,
        text: "Triggers, conditions and loops on the automation platform you use: Zapier, Make or n8n.",
      },
      {
        title: "Language models in a flow",
        share: 4,
        text: "Prompts as specifications, checked answers, costs and limits, and where a rule is better.",
      },
      {
        title: "Failure",
        share: 4,
        text: "Retries, alerts, logs and tests. You break each other's automations on purpose.",
      },
      {
        title: "Your own, live",
        share: 4,
        text: "Your automation goes live and you defend it: its value, its limits, what happens when it fails.",
      },
    ],
    outcomes: [
      "Build, test and run an automation without help",
      "Decide where a language model belongs in a flow and where it does not",
      "Find out why an automation failed, and repair it",
      "Hand your work over so that a colleague can continue",
    ],
  },
  {
    title: "Intelligent Systems Masterclass",
    format: "Live seminar",
    register: "Sign Up for Seminar",
    summary:
      "Two hours for the people who decide. Three working systems are opened up in front of you: what they do, what they cost, where they are wrong.",
    audience: "Founders and leaders who will pay for such a system or answer for it.",
    unit: "minutes",
    length: "2 hours, live",
    hours: 2,
    place: "On video, live and not recorded",
    group: "At most 30 people",
    bring: "One decision you are about to make",
    agenda: [
      {
        title: "Record, rule, model, person",
        share: 20,
        text: "The four parts of every intelligent system, and which of them should do what.",
      },
      {
        title: "Three systems opened up",
        share: 35,
        text: "A proposal generator, a deal summary and a churn prediction: input, output, error rate.",
      },
      {
        title: "When it does not pay",
        share: 20,
        text: "How to see within an hour that an idea will cost more than it returns.",
      },
      {
        title: "Risk in plain words",
        share: 15,
        text: "Permissions, personal data, wrong answers, and who notices them.",
      },
      { title: "Your questions", share: 30, text: "A quarter of the time, and as long afterward as you like." },
    ],
    outcomes: [
      "Ask a vendor the five questions that separate a system from a demonstration",
      "Read a return model and find its weakest assumption",
      "Name what must stay with a person in your firm",
    ],
  },
];
