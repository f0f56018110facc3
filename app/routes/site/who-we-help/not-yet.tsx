import type { ReactNode } from "react";
import { templateFiles } from "#app/features/content/counts.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { formatShare } from "#app/features/roi/wording/figures.ts";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./not-yet.module.css";

const { automatable, price } = currentModel;

const cases: readonly { when: string; why: string; instead: ReactNode }[] = [
  {
    when: "Fewer than ten people, or under $1M in revenue",
    why: "Your processes still change every month. An automation built now would soon be rebuilt.",
    instead: (
      <>
        The <a href="/downloads">starter kit</a>: {templateFiles} templates and guides, free, without a login.
      </>
    ),
  },
  {
    when: "One or two tools",
    why: "Most work starts and ends in the same tool, and that tool’s built-in rules are enough.",
    instead: "Switch on what you already pay for. Come back when you have a third tool.",
  },
  {
    when: "Work that is mostly judgment",
    why: `The model expects ${formatShare(automatable.judgement[1])} of expert judgment and ${formatShare(automatable.people[1])} of managing people to be automatable. There is little worth building, and we would rather not sell you that.`,
    instead: "Run the analysis anyway: what remains, mostly follow-ups and reports, may still be worth automating.",
  },
  {
    when: "A process no one follows",
    why: "Automation makes a process faster. It does not make people agree on it.",
    instead: (
      <>
        Agree first, on paper, or in our <a href="/training">training</a>.
      </>
    ),
  },
  {
    when: "More than 200 people, or over $50M in revenue",
    why: `The analysis counts your hours correctly, but its price estimate stops at $${price.maxUsd.toLocaleString("en-US")}, so its return would look better than it is.`,
    instead: (
      <>
        <a href="/contact">Talk to us</a> before you rely on a figure.
      </>
    ),
  },
];

/** Who does not fit yet, why, and what serves better until then. */
export function NotYet() {
  return (
    <Section
      title="Not yet, and what to do until then"
      size="t1"
      aside="Sometimes nothing is worth automating. Then the analysis says so, and so do we."
    >
      <ul className={css.cases}>
        {cases.map(({ when, why, instead }) => (
          <li className="grid baseline" key={when}>
            <h3 className="t3">{when}</h3>
            <p className="prose">{why}</p>
            <p className={`grid ui-size lh-145 ${css.instead}`}>
              <span className="note">Until then</span>
              <span>{instead}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
