import type { ModelInput } from "./model-input.ts";

/** The firm behind the site's figures and claims: 45 people, ten tools, six manual processes with 101 hours a week. */
export const exampleFirm: ModelInput = {
  company: {
    employees: 45,
    revenueBand: "5-10M",
    industry: "SaaS",
    focus: "revenue",
    topOutcome: "speed",
    hourlyCost: 75,
  },
  stack: [
    { id: "hubspot", category: "crm", monthlyUsd: 1600 },
    { id: "pipedrive", category: "crm", monthlyUsd: 490 },
    { id: "mailchimp", category: "email", monthlyUsd: 350 },
    { id: "customerio", category: "email", monthlyUsd: 150 },
    { id: "typeform", category: "forms", monthlyUsd: 83 },
    { id: "slack", category: "chat", monthlyUsd: 390 },
    { id: "calendly", category: "calendar", monthlyUsd: 160 },
    { id: "zendesk", category: "support", monthlyUsd: 690 },
    { id: "looker-studio", category: "bi", monthlyUsd: 0 },
    { id: "pandadoc", category: "documents", monthlyUsd: 245 },
  ],
  processes: [
    {
      name: "Lead entry and CRM updates",
      area: "revenue",
      activity: "data_entry",
      hours: 4,
      people: 6,
      frequency: "daily",
      pain: 5,
    },
    { name: "Lead routing", area: "revenue", activity: "routing", hours: 3, people: 3, frequency: "daily", pain: 4 },
    {
      name: "Follow-up emails",
      area: "revenue",
      activity: "follow_up",
      hours: 5,
      people: 5,
      frequency: "daily",
      pain: 4,
    },
    {
      name: "Weekly pipeline report",
      area: "revenue",
      activity: "data_processing",
      hours: 4,
      people: 3,
      frequency: "weekly",
      pain: 3,
    },
    { name: "Proposals", area: "revenue", activity: "documents", hours: 4, people: 4, frequency: "weekly", pain: 3 },
    { name: "Ticket triage", area: "lifecycle", activity: "routing", hours: 5, people: 3, frequency: "daily", pain: 4 },
  ],
};
