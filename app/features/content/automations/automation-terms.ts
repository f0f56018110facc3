/** The closed word lists that describe automations. Plain arrays, so that a browser page can use them alone. */

/** Permanent: used in URLs and stored analyses. */
export const automationIds = [
  "S-01",
  "S-02",
  "S-03",
  "S-04",
  "S-05",
  "S-06",
  "S-07",
  "S-08",
  "M-01",
  "M-02",
  "M-03",
  "M-04",
  "M-05",
  "M-06",
  "CS-01",
  "CS-02",
  "CS-03",
  "CS-04",
] as const;
/** The number of a specified automation or one of the firm's own. */
export const automationNumber = /^[A-Z]{1,3}-\d\d$/;
export type AutomationId = (typeof automationIds)[number];

export const areas = ["marketing", "revenue", "lifecycle", "operations"] as const;
export type Area = (typeof areas)[number];
/** The hatching of each area in drawings. */
export const areaHatch = {
  marketing: "diagonal",
  revenue: "cross",
  lifecycle: "stipple",
  operations: "horizontal",
} as const satisfies Record<Area, string>;

/** In the order of the page. */
export const gridCategories = [
  "Marketing & Demand Generation",
  "Revenue Operation",
  "Customer Lifecycle",
  "Operations & Finance",
] as const;
export type GridCategory = (typeof gridCategories)[number];

export const categoryOfArea: Readonly<Record<Area, GridCategory>> = {
  marketing: "Marketing & Demand Generation",
  revenue: "Revenue Operation",
  lifecycle: "Customer Lifecycle",
  operations: "Operations & Finance",
};

export const activities = [
  "data_entry",
  "data_processing",
  "routing",
  "scheduling",
  "research",
  "documents",
  "follow_up",
  "communication",
  "judgement",
  "people",
] as const;
export type Activity = (typeof activities)[number];

export const outcomes = ["speed", "pipeline", "revenue", "visibility", "cost", "data", "retention"] as const;
export type Outcome = (typeof outcomes)[number];

export const toolCategories = [
  "crm",
  "forms",
  "enrichment",
  "chat",
  "documents",
  "calendar",
  "bi",
  "email",
  "billing",
  "ads",
  "cms",
  "social",
  "support",
  "survey",
] as const;
export type ToolCategory = (typeof toolCategories)[number];

export const kitTemplates = [
  "Lead to CRM Sync",
  "Email Campaign Trigger",
  "Opportunity Notification",
  "Customer Onboarding",
  "Support Ticket Routing",
] as const;

/** The origin of a figure under Key Business Outcomes; the claim `outcomes` defines the terms. */
export const impactOrigins = ["estimate", "target", "setting"] as const;
