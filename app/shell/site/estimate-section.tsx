import { estimateTexts, startingEstimate } from "#app/features/roi/estimate/estimate-answers.ts";
import { Island } from "#app/island-kit/island.tsx";
import Estimator from "#app/islands/estimator.tsx";
import { Section } from "#app/ui/sections/section.tsx";

const initial = estimateTexts(startingEstimate);

export const EstimateSection = () => (
  <Section
    id="estimate"
    title="A first estimate, without a code"
    aside="Four answers, no email address. The wizard can use them later."
  >
    <Island of={Estimator} props={{ initial }} />
  </Section>
);
