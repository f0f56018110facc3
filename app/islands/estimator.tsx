import type { EstimateTexts } from "#app/features/roi/estimate/estimate-answers.ts";
import { Estimator } from "#app/features/roi/ui/estimator.tsx";
import { island } from "#app/island-kit/island.tsx";

/** The two-minute estimate. Hydrates on first interaction and then computes without requests. */
export default island(function EstimatorIsland({ initial }: { initial: EstimateTexts }) {
  return <Estimator initial={initial} />;
});
