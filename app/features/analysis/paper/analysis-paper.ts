import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";

/** What a PDF of an analysis is made of. */
export interface AnalysisPaper {
  companyName: string;
  revision: number;
  createdAt: Date;
  inputs: ModelInput;
  result: Analysis;
  /** The summary in sentences, built in or written and checked. */
  paragraphs: readonly string[];
  /** Who wrote it; null for the built-in text. */
  writtenBy: string | null;
  /** Answers of a quick start that nobody has given. */
  assumed: readonly AssumedPart[];
  siteUrl: string;
}
