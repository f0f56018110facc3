/** What can be exported: three CSV files, and a ZIP archive in the format of Plausible. */
export const exportKinds = {
  visits: { label: "visits", file: "visits.csv" },
  hits: { label: "hits", file: "hits.csv" },
  days: { label: "daily figures", file: "daily-figures.csv" },
  plausible: { label: "in Plausible's format", file: "plausible.zip" },
} as const;
export type ExportKind = keyof typeof exportKinds;
export const exportKindNames = Object.keys(exportKinds) as ExportKind[];
export const isExportKind = (name: string): name is ExportKind => Object.hasOwn(exportKinds, name);
