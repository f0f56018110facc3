import { coldAfterDays } from "../cold-leads.ts";
import type { BlueprintCard } from "./blueprint-card-schema.ts";

/**
 * The six blueprint cards of the home page, in its order. Each names a typical request and its automations; steps and
 * figures are those of the automations, so that a card never promises more than its drawings show.
 */
export const blueprintCards: readonly BlueprintCard[] = [
  {
    id: "gtm-engine",
    title: "AI-Powered GTM Engine",
    description:
      "Every account is researched, scored and followed up from one record, so that marketing and sales work from the same list.",
    detailedDescription:
      "A new account is looked up in cheap sources first and in paid ones only where it is worth it; each value keeps its source and its date. Fit and behavior become one score from 0 to 100. At 65 the lead goes to sales with the top three reasons. After the first call, four short emails go out on days 2, 5, 9 and 16 and stop at the first reply. Once a month, the reasons sales gave for rejecting leads improve the score.",
    automations: ["S-02", "M-02", "S-07"],
    workflow: [
      { from: "S-02", tool: "HubSpot", action: "Notice a new account" },
      { from: "S-02", tool: "Clay", action: "Look up the domain" },
      { from: "S-02", tool: "language_model", action: "Summarize recent news" },
      { from: "M-02", tool: "ActiveCampaign", action: "Score the behavior" },
      { from: "M-02", tool: "Slack", action: "Hand over with reasons" },
      { from: "S-07", tool: "language_model", action: "Draft four short emails" },
      { from: "S-07", tool: "lemlist", action: "Send the next email" },
    ],
    outcomes: [
      { measure: "20-30 min", meaning: "of desk research could be saved on every new account" },
      { measure: "15 min", meaning: "expected from crossing the threshold to an owner in sales" },
      { measure: "5-7 min", meaning: "of writing and remembering could be saved on every follow-up" },
    ],
  },
  {
    id: "never-lose-a-lead",
    title: "Never Lose a Lead funnel",
    description:
      "Each inquiry becomes one record with one owner who accepted it. After ten minutes of silence, it goes to the next person.",
    detailedDescription: `Website forms, ad forms and event lists come in at one place. The address is checked, the person and the company are looked up, and one record is written with source, campaign and consent. Then the lead is announced to its owner with two buttons, Take and Pass On. After ten minutes without a click it goes to the next person in line; after the third, to the manager. A lead that goes quiet gets the next email on its day. A lead with no activity for ${coldAfterDays} days counts as cold.`,
    automations: ["S-01", "S-03", "S-07"],
    workflow: [
      { from: "S-01", tool: "Typeform", action: "Receive the lead" },
      { from: "S-01", tool: "Zapier", action: "Is the address usable?" },
      { from: "S-01", tool: "HubSpot", action: "Write one record" },
      { from: "S-03", tool: "Google Calendar", action: "Is the owner there?" },
      { from: "S-03", tool: "Slack", action: "Announce with two buttons" },
      { from: "S-03", tool: "Slack", action: "Taken within 10 minutes?" },
      { from: "S-07", tool: "lemlist", action: "Send the next email" },
    ],
    outcomes: [
      { measure: "1 min", meaning: "expected from form submission to a CRM record with an owner" },
      { measure: "10 min", meaning: "is the longest a lead waits for one person before it is passed on" },
      { measure: "100%", meaning: "of new leads with a source, because a record without one is held for review" },
    ],
  },
  {
    id: "proposal-generator",
    title: "AI Proposal Generator",
    description:
      "The deal record, approved clauses and recorded calls become a draft for a rep to check. It cannot change prices.",
    detailedDescription:
      "When a deal reaches the Proposal stage, amount, products, term, start date and decision maker are checked; the rep gets a list of what is missing. Needs, figures and objections are taken from the last three calls, each with its timestamp. A language model drafts two sections of at most 250 words from those and nothing else. The price table is locked and matches the deal's line items. A rep approves before anything is sent.",
    automations: ["S-04"],
    workflow: [
      { from: "S-04", tool: "HubSpot", action: "Deal reaches Proposal" },
      { from: "S-04", tool: "HubSpot", action: "Are the facts complete?" },
      { from: "S-04", tool: "Gong", action: "Collect what was said" },
      { from: "S-04", tool: "language_model", action: "Draft two sections" },
      { from: "S-04", tool: "PandaDoc", action: "Assemble the document" },
      { from: "S-04", tool: "Slack", action: "Does the rep approve?" },
      { from: "S-04", tool: "PandaDoc", action: "Send and follow" },
    ],
    outcomes: [
      {
        measure: "20-30 min",
        meaning: "of checking expected per proposal, where assembling it could take 2 to 3 hours",
      },
      { measure: "4 h", meaning: "expected from the stage change to a checked draft" },
      { measure: "100%", meaning: "of prices and terms taken from the deal's line items" },
    ],
  },
  {
    id: "deal-summary",
    title: "AI-Powered Deal Summary",
    description:
      "A week of calls and changes in a three-line note on the deal: what moved, what is stuck, what is next.",
    detailedDescription:
      "On Sunday night, a snapshot of the pipeline is compared with last week: moved, slipped, grown, shrunk, won. For deals over $10,000 the week's calls are read as well, and a language model writes three lines from those and nothing else. It states no probability; that comes from how deals at each stage actually ended over four quarters. Managers confirm or correct by 9 a.m. on Monday, and both values are kept.",
    automations: ["S-06"],
    workflow: [
      { from: "S-06", tool: "Salesforce", action: "Take Sunday's snapshot" },
      { from: "S-06", tool: "Salesforce", action: "Compare with last week" },
      { from: "S-06", tool: "Gong", action: "Read last week's calls" },
      { from: "S-06", tool: "language_model", action: "Write the deal notes" },
      { from: "S-06", tool: "Slack", action: "Does the manager agree?" },
    ],
    outcomes: [
      { measure: "3-4 h", meaning: "a week of report building could be saved for each sales manager" },
      { measure: "30 min", meaning: "shorter Monday meeting expected, because each deal comes with its note" },
      { measure: "100%", meaning: "of open deals over $10,000 have a note no more than 7 days old" },
    ],
  },
  {
    id: "churn-prediction",
    title: "Proactive Churn Prediction",
    description:
      "Usage, tickets and contract dates are read together each Monday. At a risk of 60 the owner gets a task with three reasons.",
    detailedDescription:
      "Customers rarely leave without warning, but the signs sit in three systems. Every Monday, usage is compared with its eight-week average, and tickets are read for age and tone, contracts for renewal dates and unpaid invoices. The result is one risk score from 0 to 100, with weights from 24 months of history, checked each quarter against who actually left. At 60 a task opens, due in three days, 90 days or more before the renewal where the data allows.",
    automations: ["CS-03"],
    workflow: [
      { from: "CS-03", tool: "Mixpanel", action: "Read the week's usage" },
      { from: "CS-03", tool: "Zendesk", action: "Read age and tone" },
      { from: "CS-03", tool: "HubSpot", action: "Read contract dates" },
      { from: "CS-03", tool: "Power BI", action: "Score each account" },
      { from: "CS-03", tool: "Power BI", action: "Is the risk 60 or more?" },
      { from: "CS-03", tool: "HubSpot", action: "Open a task" },
      { from: "CS-03", tool: "Slack", action: "The owner knows why" },
    ],
    outcomes: [
      { measure: "4-6 h", meaning: "a week of reading dashboards could be saved at about 100 accounts" },
      { measure: "3 days", meaning: "expected from the alert to the first call" },
      { measure: "70%", meaning: "hit rate required in the quarterly check; below that, the weights are reset" },
    ],
  },
  {
    id: "meeting-prep",
    title: "Meeting Prep One-Pager",
    description:
      "One page, one hour before the call: who is coming, what has happened so far, what is open. Each line names its source.",
    detailedDescription:
      "The prospect picks a time, and what the firm knows is collected: the last five emails, every open deal and ticket, pages visited in the last 30 days, and company news from the last 180. A language model writes one page with three parts: people, history and open questions. A line without a source is left out, and the page says so if there is no history. Sixty minutes before the call, it is on the meeting record.",
    automations: ["S-05", "S-02"],
    workflow: [
      { from: "S-05", tool: "Calendly", action: "Prospect picks a time" },
      { from: "S-05", tool: "HubSpot", action: "Collect the history" },
      { from: "S-02", tool: "language_model", action: "Summarize recent news" },
      { from: "S-05", tool: "language_model", action: "Write the one-page brief" },
      { from: "S-05", tool: "HubSpot", action: "Brief is on the meeting" },
    ],
    outcomes: [
      { measure: "15-20 min", meaning: "of preparation could be saved on every call" },
      { measure: "20-30 min", meaning: "of desk research could be saved on every new account" },
      { measure: "60 min", meaning: "before the call, the brief is expected on the meeting record" },
    ],
  },
];
