import type { FullBlueprintContent } from "../full-blueprint.ts";

/** The data of one published version's PDF; structured-cloneable, for a worker thread. */
export type VersionPdfData = {
  companyName: string;
  architect: string | null;
  number: number;
  note: string;
  publishedAt: Date;
  timezone: string;
  content: FullBlueprintContent;
};
