import type { KeptNarrative } from "../../narrative.server.ts";
import { builtInNarrative } from "../../narrative.ts";
import css from "./summary.module.css";
import type { WhatIf } from "./use-what-if.ts";

/**
 * The analysis in sentences. What a language model wrote belongs to the stored figures; once a number is turned, the
 * built-in text takes its place, because it follows them.
 */
export function Summary({ whatIf, narrative }: { whatIf: WhatIf; narrative: KeptNarrative | null }) {
  const written = whatIf.changes.length === 0 ? narrative : null;
  const paragraphs = written?.paragraphs ?? builtInNarrative(whatIf.input, whatIf.result);
  const [opening, ...rest] = paragraphs;
  return (
    <div className={css.summary}>
      <p className={css.opening}>{opening}</p>
      <div className={css.rest}>
        {rest.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="note">
          {written
            ? `Written by a language model (${written.model}) from these figures; every figure in it was checked against them.`
            : "Written from these figures by fixed rules; no language model took part."}
        </p>
      </div>
    </div>
  );
}
