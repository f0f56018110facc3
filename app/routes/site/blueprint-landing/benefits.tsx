import type { ReactNode } from "react";
import { returnSentences } from "#app/features/roi/wording/return-sentences.ts";
import { getYours } from "#app/lib/firm.ts";
import type { ExampleFigures } from "#app/shell/site/example-figures.server.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./benefits.module.css";
import { numberOf } from "./notes.ts";

type Benefit = {
  figure: string;
  unit?: string;
  title: string;
  text: ReactNode;
  claim?: Parameters<typeof numberOf>[0];
};

const benefitsOf = (example: ReturnType<typeof returnSentences>): readonly Benefit[] => [
  {
    figure: "10-30",
    unit: "hours a week",
    title: "Time back",
    text: "What five automations could save a firm of 45 people with 45 to 110 manual hours a week. Your analysis shows which hours, whose hours, and how certain we are.",
    claim: "hoursLanding",
  },
  {
    figure: "3-5x",
    unit: "ROI in the first year",
    title: "Return before you commit",
    text: (
      <>
        Yearly value against a fixed price. Our example firm: {example.multiple} {example.strict} {example.payback}
      </>
    ),
    claim: "roiFirstYear",
  },
  {
    figure: "20-40%",
    unit: "lower tech stack cost",
    title: "Tools that overlap",
    text: "Counted only on tools that do the same job as another one you pay for, never on the whole stack.",
    claim: "stackCost",
  },
  {
    figure: "3-5",
    unit: "prioritized initiatives",
    title: "A short list, in order",
    text: "The top 3-5 initiatives that pay for themselves within a year, placed in a 90-day plan. The rest are listed under “later,” with what would change that.",
  },
];

/** What a firm can expect, figures first, each with the note that says how to read it. */
export function Benefits({ example }: { example: ExampleFigures }) {
  const benefits = benefitsOf(returnSentences(example));
  return (
    <Section surface="sheet" title="What the analysis is worth" size="t1">
      <ul className={`grid cols-2 ${css.benefits}`}>
        {benefits.map(({ figure, unit, title, text, claim }) => (
          <li key={title}>
            <p className={`grid packed gap-60 ${css.figure}`}>
              {figure}
              <span>
                {unit}
                {claim && <NoteMark claim={claim} number={numberOf(claim)} />}
              </span>
            </p>
            <h3 className="t4">{title}</h3>
            <PhoneDetails more="How to read it" row>
              <p className="prose">{text}</p>
            </PhoneDetails>
          </li>
        ))}
      </ul>
      <p className={`row ${css.act}`}>
        <ButtonLink href="#contact" forward>
          {getYours()}
        </ButtonLink>
      </p>
    </Section>
  );
}
