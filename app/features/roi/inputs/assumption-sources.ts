import type { Activity } from "#app/features/content/automations/automation-terms.ts";

export interface Origin {
  source: "source" | "our assumption";
  citation: string;
  url: string | null;
}

export const ours = (reason: string): Origin => ({ source: "our assumption", citation: reason, url: null });

const mckinsey = (activity: string): Origin => ({
  source: "source",
  citation: `Most likely value: McKinsey Global Institute, “A future that works: automation, employment, and productivity”, January 2017, time spent on ${activity}. Low and high are ours.`,
  url: "https://www.mckinsey.com/featured-insights/digital-disruption/harnessing-automation-for-a-future-that-works",
});

export const totalEconomicImpact: Origin = {
  source: "source",
  citation: "Convention of Forrester's Total Economic Impact studies: 10% a year over three years.",
  url: "https://www.forrester.com/policies/tei/",
};

/** Not "our price list": settings change that list, a number of the model only changes with its version. */
export const priceList: Origin = {
  source: "source",
  citation: "Our list price when this version of the model was made. Current prices are on the pricing page.",
  url: "/pricing",
};

export const originOfActivity: Readonly<Record<Activity, Origin>> = {
  data_entry: mckinsey("collecting data (64%)"),
  data_processing: mckinsey("processing data (69%)"),
  communication: mckinsey("interacting with stakeholders (20%)"),
  judgement: mckinsey("applying expertise (18%)"),
  people: mckinsey("managing others (9%)"),
  routing: ours("Rules decide most cases; the exceptions stay with people."),
  scheduling: ours("Taken to be like routing: rules decide most cases."),
  research: ours("Facts can be collected; weighing them stays with people."),
  documents: ours("A draft can be made; checking and sending it stays with people."),
  follow_up: ours("Reminders and templates can be sent; answers stay with people."),
};
