import type { Activity, Area } from "./automation-terms.ts";

/**
 * Work that companies of our size do by hand, as a start for the processes step. The hours are what such teams report
 * for a company of 20 to 60 people, per person and week; every value is the visitor's to change.
 */
export interface ProcessSuggestion {
  name: string;
  area: Area;
  activity: Activity;
  /** Average hours per person and week. */
  hours: number;
  people: number;
  frequency: "daily" | "weekly" | "monthly" | "quarterly" | "adhoc";
  /** 1 hardly noticed, 5 the part of the week that people dread. */
  pain: 1 | 2 | 3 | 4 | 5;
}

export const processSuggestions: readonly ProcessSuggestion[] = [
  ...(
    [
      ["Lead entry and CRM updates", "data_entry", 4, 6, "daily", 5],
      ["Lead routing", "routing", 3, 3, "daily", 4],
      ["Follow-up e-mails", "follow_up", 5, 5, "daily", 4],
      ["Weekly pipeline report", "data_processing", 4, 3, "weekly", 3],
      ["Proposals", "documents", 4, 4, "weekly", 3],
      ["Research before first calls", "research", 3, 4, "daily", 3],
      ["Finding meeting times with prospects", "scheduling", 2, 5, "daily", 3],
      ["Meeting notes typed into the CRM", "data_entry", 2.5, 5, "daily", 4],
      ["Quotes with special prices waiting for approval", "routing", 1.5, 3, "weekly", 4],
      ["Forecast call preparation", "data_processing", 2, 4, "weekly", 4],
      ["Contract drafts from last year's version", "documents", 2, 2, "weekly", 3],
    ] as const
  ).map(inArea("revenue")),
  ...(
    [
      ["Event and webinar leads into the CRM", "data_entry", 3, 2, "weekly", 4],
      ["Campaign follow-up after a download", "follow_up", 3, 2, "daily", 3],
      ["Ad spend and results in one report", "data_processing", 3, 2, "weekly", 4],
      ["Newsletter assembly", "documents", 4, 1, "weekly", 3],
      ["Social posts planned and published", "documents", 4, 2, "daily", 3],
      ["Blog articles turned into posts and mails", "documents", 3, 2, "weekly", 3],
      ["Lead lists cleaned before a campaign", "data_entry", 3, 2, "monthly", 5],
      ["Competitor and keyword research", "research", 2, 2, "monthly", 2],
      ["Passing qualified leads to sales", "routing", 2, 2, "daily", 4],
      ["Which campaign brought the deal", "data_processing", 4, 1, "monthly", 4],
    ] as const
  ).map(inArea("marketing")),
  ...(
    [
      ["Ticket triage", "routing", 5, 3, "daily", 4],
      ["Onboarding checklists and reminders", "follow_up", 4, 2, "daily", 4],
      ["Kick-off and review meetings booked", "scheduling", 1.5, 3, "weekly", 3],
      ["Usage figures collected for account reviews", "data_processing", 3, 3, "monthly", 4],
      ["Renewal reminders and quotes", "follow_up", 2, 2, "weekly", 4],
      ["Answers to recurring support questions", "communication", 6, 3, "daily", 3],
      ["Survey answers copied to accounts", "data_entry", 2, 1, "monthly", 3],
      ["Slides for quarterly business reviews", "documents", 4, 2, "quarterly", 4],
      ["Deciding which customers are at risk", "judgement", 2, 3, "weekly", 3],
    ] as const
  ).map(inArea("lifecycle")),
  ...(
    [
      ["Invoices typed from won deals", "data_entry", 3, 2, "weekly", 4],
      ["Chasing late payments", "follow_up", 3, 1, "weekly", 5],
      ["Monthly figures from several spreadsheets", "data_processing", 6, 2, "monthly", 5],
      ["Commission statements", "data_processing", 3, 1, "monthly", 4],
      ["Purchase and expense approvals", "routing", 1.5, 4, "weekly", 3],
      ["Duplicate customers merged between systems", "data_entry", 2, 2, "weekly", 4],
      ["Accounts and rights for new colleagues", "data_entry", 2, 1, "adhoc", 3],
      ["Interviews scheduled with candidates", "scheduling", 2, 2, "weekly", 3],
    ] as const
  ).map(inArea("operations")),
];

type Row = readonly [
  name: string,
  activity: Activity,
  hours: number,
  people: number,
  frequency: ProcessSuggestion["frequency"],
  pain: ProcessSuggestion["pain"],
];

function inArea(area: Area) {
  return ([name, activity, hours, people, frequency, pain]: Row): ProcessSuggestion => ({
    name,
    area,
    activity,
    hours,
    people,
    frequency,
    pain,
  });
}
