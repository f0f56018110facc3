import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";

export interface AnalysisPdfData {
  companyName: string;
  /** Under the name of the company on the cover and in every title block: what to know of the whole document. */
  note?: string;
  revision: number;
  createdAt: Date;
  /** Of its day, IANA name. */
  timezone: string;
  inputs: ModelInput;
  result: Analysis;
  /** The summary in sentences, built in or written and checked. */
  paragraphs: readonly string[];
  /** The model that wrote it; null for the built-in text. */
  writtenBy: string | null;
  /** Values that the quick start filled in and the user has not confirmed. */
  assumed: readonly AssumedPart[];
  siteUrl: string;
}
