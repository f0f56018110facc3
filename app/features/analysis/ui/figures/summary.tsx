import type { KeptNarrative } from "#app/features/analysis/narrative/narrative.server.ts";
import { builtInNarrative } from "#app/features/analysis/narrative/narrative.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { Fold } from "#app/ui/sections/fold.tsx";
import css from "./summary.module.css";

/** A language model's text belongs to the stored figures; after an adjustment the built-in text replaces it. */
export function Summary({
  input,
  result,
  narrative,
}: {
  input: ModelInput;
  result: Analysis;
  narrative: KeptNarrative | null;
}) {
  const paragraphs = narrative?.paragraphs ?? builtInNarrative(input, result);
  const [opening, ...rest] = paragraphs;
  return (
    <div className="grid gap-100">
      <p className={css.opening}>{opening}</p>
      <Fold title="The analysis in sentences" note={`${rest.length} paragraphs`}>
        <div className={`grid soft ${css.rest}`}>
          {rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="note">
            {narrative
              ? `Written by a language model (${narrative.model}) from these figures; every figure in it was checked against them.`
              : "Written by fixed rules from these figures."}
          </p>
        </div>
      </Fold>
    </div>
  );
}
