/** Bounds and choices of the model's input for form attributes and options, without the validation library. */
export const bounds = {
  employees: { low: 1, high: 100_000 },
  hourlyCostUsd: { low: 25, high: 500, standard: 75 },
  tools: { max: 70 },
  /** The model itself has no upper bound; this one only keeps sums of absurd amounts finite. */
  monthlyUsd: { low: 0, high: 1_000_000_000 },
  toolIdLength: { max: 80 },
  processes: { max: 20 },
  processNameLength: { max: 200 },
  hours: { low: 0, high: 60 },
  people: { low: 1 },
  pain: { low: 1, high: 5 },
  weeks: { low: 1, high: 52 },
} as const;

export const revenueBands = ["<1M", "1-5M", "5-10M", "10-25M", "25-50M", ">50M"] as const;
export type RevenueBand = (typeof revenueBands)[number];

export const industries = [
  "SaaS",
  "Technology/Software",
  "Automation",
  "E-commerce",
  "Professional Services",
  "Marketing/Advertising",
  "Consulting",
  "Healthcare",
  "Finance",
  "EdTech/Education",
  "Manufacturing",
  "Other",
] as const;
export type Industry = (typeof industries)[number];

export const frequencies = ["daily", "weekly", "monthly", "quarterly", "adhoc"] as const;
export type Frequency = (typeof frequencies)[number];
