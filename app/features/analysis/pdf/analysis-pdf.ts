import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";

export interface AnalysisPdfData {
  companyName: string;
  /** A remark about the whole document, below the company's name on the cover and in every title block. */
  note?: string;
  revision: number;
  createdAt: Date;
  /** IANA time zone of `createdAt`. */
  timezone: string;
  inputs: ModelInput;
  result: Analysis;
  paragraphs: readonly string[];
  /** The model that wrote the summary; null for the built-in text. */
  writtenBy: string | null;
  /** Filled in by the quick start, not confirmed by the user. */
  assumed: readonly AssumedPart[];
  siteUrl: string;
  /** Automations without a page, which are named without a link. */
  hidden: readonly string[];
}
