import { aboutTools } from "#app/features/content/counts.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Dimension } from "#app/ui/drawings/dimension.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./steps.module.css";

const steps = [
  {
    title: "Company profile",
    text: `Size, revenue range, industry, the area you want to improve, and the one outcome that matters most this year. Also what an hour of your team's time costs, if it is not $${bounds.hourlyCostUsd.standard}.`,
    need: "Nothing to look up",
  },
  {
    title: "Tech stack",
    text: `Pick your tools from a list of about ${aboutTools}, or add your own. List prices are filled in; change them if you pay less. No logins, no connections: we never ask for access here.`,
    need: "Your software invoices, roughly",
  },
  {
    title: "Processes",
    text: "Name the work that eats up the week: how many people, how many hours, how often, how painful. Three processes are enough for a useful answer.",
    need: "An honest look at last week",
  },
] as const;

/** Three steps on one line of fifteen minutes. */
export function Steps() {
  return (
    <Section
      tag="Fig. 03"
      title="Fifteen minutes, in three steps of five"
      size="t1"
      aside="Every answer is saved as you go. Close the page and pick up tomorrow."
    >
      <ol className={`grid ${css.steps}`}>
        {steps.map(({ title, text, need }, index) => (
          <li className="grid packed gap-75" key={title}>
            <Dimension>5 minutes</Dimension>
            <p className={`top-75 ${css.number}`} aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="t3">{title}</h3>
            <PhoneDetails more="What we ask" row>
              <p className="prose">{text}</p>
              <p className="note">Have ready: {need}</p>
            </PhoneDetails>
          </li>
        ))}
      </ol>
      <p className={`row ${css.after}`}>
        <span className="lede">Then your analysis opens; keep it as a PDF.</span>
        <ButtonLink href="/our-approach" size={40}>
          See How It Works
        </ButtonLink>
      </p>
    </Section>
  );
}
