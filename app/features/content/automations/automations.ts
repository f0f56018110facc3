import type { Automation } from "./automation-schema.ts";

/**
 * The specified automations, for the grid, its diagrams, the return model and the ninety-day plan. Effort, needs,
 * coverage and tags belong to version 1.0 of the return model: changing any of them requires a new version of the
 * model.
 */
export const automations: readonly Automation[] = [
  {
    id: "S-01",
    title: "Lead Capture to CRM",
    area: "revenue",
    category: "Revenue Operation",
    effort: 2,
    needs: ["crm", "forms"],
    covers: { data_entry: 0.6, routing: 0.4 },
    outcomeTags: ["speed", "data"],
    shortDescription:
      "Every form, event and ad lead lands in the CRM once, with source and owner filled in and nothing to retype.",
    kitTemplate: "Lead to CRM Sync",
  },
  {
    id: "S-02",
    title: "Account Research & Enrichment",
    area: "revenue",
    category: "Revenue Operation",
    effort: 3,
    needs: ["crm", "enrichment"],
    covers: { research: 0.6, data_entry: 0.3 },
    outcomeTags: ["data", "pipeline"],
    shortDescription:
      "New accounts get size, industry, technology and recent news filled in before the first call, each field with its source.",
    kitTemplate: null,
  },
  {
    id: "S-03",
    title: "Speed-to-Lead Routing",
    area: "revenue",
    category: "Revenue Operation",
    effort: 2,
    needs: ["crm", "chat"],
    covers: { routing: 0.6, communication: 0.2 },
    outcomeTags: ["speed", "visibility"],
    shortDescription:
      "A new lead is matched to its owner, announced in chat within a minute, and passed on if no one picks it up.",
    kitTemplate: null,
  },
  {
    id: "S-04",
    title: "Proposal Drafting",
    area: "revenue",
    category: "Revenue Operation",
    effort: 3,
    needs: ["crm", "documents"],
    covers: { documents: 0.7 },
    outcomeTags: ["speed", "cost"],
    shortDescription:
      "The deal record and your approved clauses become a proposal draft that a rep checks instead of building from scratch.",
    kitTemplate: null,
  },
  {
    id: "S-05",
    title: "Meeting Scheduling & Prep",
    area: "revenue",
    category: "Revenue Operation",
    effort: 2,
    needs: ["crm", "calendar"],
    covers: { scheduling: 0.7, follow_up: 0.2 },
    outcomeTags: ["speed", "cost"],
    shortDescription:
      "Prospects book straight into the right calendar, and the rep has a one-page brief of history and open questions before the call.",
    kitTemplate: null,
  },
  {
    id: "S-06",
    title: "Pipeline Forecast & Deal Summaries",
    area: "revenue",
    category: "Revenue Operation",
    effort: 4,
    needs: ["crm", "bi"],
    covers: { data_processing: 0.7, judgement: 0.2 },
    outcomeTags: ["visibility", "revenue"],
    shortDescription:
      "The Monday forecast builds itself from stage changes, and every open deal has a note on what moved and what is stuck.",
    kitTemplate: "Opportunity Notification",
  },
  {
    id: "S-07",
    title: "Follow-Up That Stops on Reply",
    area: "revenue",
    category: "Revenue Operation",
    effort: 3,
    needs: ["crm", "email"],
    covers: { follow_up: 0.6, communication: 0.3 },
    outcomeTags: ["pipeline", "revenue"],
    shortDescription:
      "Follow-ups go out on schedule from the rep's own address and stop the moment the prospect answers or books.",
    kitTemplate: null,
  },
  {
    id: "S-08",
    title: "Quote-to-Cash Hand-Off",
    area: "revenue",
    category: "Revenue Operation",
    effort: 5,
    needs: ["crm", "billing"],
    covers: { data_processing: 0.4, data_entry: 0.4, routing: 0.3 },
    outcomeTags: ["cost", "data"],
    shortDescription:
      "A signed quote creates the customer, the subscription and the first invoice, with the same figures that sales agreed to.",
    kitTemplate: null,
  },
  {
    id: "M-01",
    title: "Campaign Response Nurture",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 2,
    needs: ["email", "forms"],
    covers: { follow_up: 0.5, data_entry: 0.3 },
    outcomeTags: ["pipeline", "speed"],
    shortDescription:
      "Someone who answers a campaign gets the next relevant email the same day, and the answer is kept on their contact record.",
    kitTemplate: "Email Campaign Trigger",
  },
  {
    id: "M-02",
    title: "Lead Scoring & Nurture",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 3,
    needs: ["email", "crm"],
    covers: { follow_up: 0.6, routing: 0.3 },
    outcomeTags: ["pipeline", "revenue"],
    shortDescription:
      "Fit and behavior become one score: leads above the threshold go to sales, the others keep getting emails for their stage.",
    kitTemplate: null,
  },
  {
    id: "M-03",
    title: "Cross-Channel Ad Reporting",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 3,
    needs: ["ads", "bi"],
    covers: { data_processing: 0.7 },
    outcomeTags: ["visibility", "cost"],
    shortDescription:
      "Spend, clicks and leads of every ad account are in one report each morning, with one definition of cost per lead.",
    kitTemplate: null,
  },
  {
    id: "M-04",
    title: "Content Repurposing",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 4,
    needs: ["cms", "documents"],
    covers: { documents: 0.5, research: 0.3 },
    outcomeTags: ["pipeline", "cost"],
    shortDescription:
      "One article or webinar becomes drafts for the newsletter, social posts and a sales one-pager, ready for an editor to approve.",
    kitTemplate: null,
  },
  {
    id: "M-05",
    title: "Social Publishing Calendar",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 2,
    needs: ["social", "documents"],
    covers: { documents: 0.4, scheduling: 0.5 },
    outcomeTags: ["cost", "pipeline"],
    shortDescription:
      "Approved posts leave the content calendar for each network on their date, and the results are written back beside them.",
    kitTemplate: null,
  },
  {
    id: "M-06",
    title: "Closed-Loop Attribution",
    area: "marketing",
    category: "Marketing & Demand Generation",
    effort: 4,
    needs: ["crm", "ads"],
    covers: { data_processing: 0.4, judgement: 0.2, research: 0.3 },
    outcomeTags: ["revenue", "visibility"],
    shortDescription:
      "Won revenue is traced back to the campaigns and pages before it, so that next quarter's budget follows deals, not clicks.",
    kitTemplate: null,
  },
  {
    id: "CS-01",
    title: "Customer Onboarding",
    area: "lifecycle",
    category: "Customer Lifecycle",
    effort: 3,
    needs: ["crm", "email"],
    covers: { follow_up: 0.4, documents: 0.3, scheduling: 0.4 },
    outcomeTags: ["retention", "speed"],
    shortDescription:
      "A won deal opens the onboarding plan: welcome email, kickoff booking, tasks with owners, and a nudge when a step is late.",
    kitTemplate: "Customer Onboarding",
  },
  {
    id: "CS-02",
    title: "Support Ticket Routing",
    area: "lifecycle",
    category: "Customer Lifecycle",
    effort: 2,
    needs: ["support", "chat"],
    covers: { routing: 0.7, communication: 0.2 },
    outcomeTags: ["speed", "retention"],
    shortDescription:
      "Tickets are read for topic and urgency and reach the right queue immediately, with the customer's plan and history attached.",
    kitTemplate: "Support Ticket Routing",
  },
  {
    id: "CS-03",
    title: "Proactive Churn Prediction",
    area: "lifecycle",
    category: "Customer Lifecycle",
    effort: 4,
    needs: ["crm", "bi", "support"],
    covers: { data_processing: 0.5, judgement: 0.3 },
    outcomeTags: ["retention", "revenue"],
    shortDescription:
      "Usage, ticket tone and contract dates are read together each week, and the account owner hears about a risk while there is time to act.",
    kitTemplate: null,
  },
  {
    id: "CS-04",
    title: "Feedback Loop & NPS",
    area: "lifecycle",
    category: "Customer Lifecycle",
    effort: 2,
    needs: ["survey", "crm"],
    covers: { data_entry: 0.4, follow_up: 0.4 },
    outcomeTags: ["retention", "data"],
    shortDescription:
      "Each survey answer finds its account: a low score opens a task for the owner the same day, a high one asks for a review.",
    kitTemplate: null,
  },
];

const byId: ReadonlyMap<string, Automation> = new Map(automations.map((automation) => [automation.id, automation]));

export function findAutomation(id: string): Automation | undefined {
  return byId.get(id);
}
