import { useInsertionEffect, useLayoutEffect, useMemo } from "react";
import { sampleFirm, sampleNote } from "#app/features/analysis/sample/sample-analysis.ts";
import { fromDraws, type SampleDraws } from "#app/features/analysis/sample/sample-draws.ts";
import { AnalysisSheets } from "#app/features/analysis/ui/page/analysis-sheets.tsx";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import { island } from "#app/island-kit/island.tsx";
import type { EditableControl } from "#app/ui/drafts/early-edit.ts";

/** The sample analysis. Figures follow changed numbers; nothing is stored. */
export default island(function SampleAnalysis({ drawn }: { drawn: SampleDraws }) {
  useEditsBeforeHydration();
  const result = useMemo(() => fromDraws(drawn), [drawn]);
  return (
    <AnalysisSheets
      frame="div"
      sample
      companyName={sampleFirm}
      about={sampleNote}
      inputs={exampleFirm}
      result={result}
      narrative={null}
      assumed={[]}
    />
  );
});

/**
 * Collects fields edited before hydration for their `useEarlyEdit`. Insertion effects run before the layout effects of all
 * fields, this layout effect after them.
 */
function useEditsBeforeHydration() {
  useInsertionEffect(() => {
    const edits = new Map<EditableControl, string>();
    for (const field of document.querySelectorAll<HTMLInputElement>(
      '[data-island="sample-analysis"] input[type="text"]',
    ))
      if (field.value !== field.defaultValue) edits.set(field, field.value);
    window.heldEdits = edits;
  }, []);
  useLayoutEffect(() => {
    window.heldEdits = undefined;
  }, []);
}
