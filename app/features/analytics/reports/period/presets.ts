/** Named ranges of reports. All but `yesterday` and `last-month` include today. */
export const presets = {
  today: "Today",
  yesterday: "Yesterday",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  month: "This month",
  "last-month": "Last month",
  "12m": "Last 12 months",
} as const;
export type Preset = keyof typeof presets;
export const defaultPreset: Preset = "30d";

export const isPreset = (name: string | null): name is Preset => name !== null && Object.hasOwn(presets, name);

export const comparisonLabels = {
  previous: "Previous period",
  year: "A year before",
  none: "No comparison",
} as const;
export type Comparison = Exclude<keyof typeof comparisonLabels, "none">;
