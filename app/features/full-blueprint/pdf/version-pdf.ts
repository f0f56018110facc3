import type { FullBlueprintContent } from "../full-blueprint.ts";

/** Everything the PDF of one published version needs; a structured clone can carry it to a thread. */
export type VersionPdfData = {
  companyName: string;
  architect: string | null;
  number: number;
  note: string;
  publishedAt: Date;
  timezone: string;
  content: FullBlueprintContent;
};
