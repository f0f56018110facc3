import { automationCount, catalog } from "#app/features/content/automations/automation-grid.ts";
import { gridCategories } from "#app/features/content/automations/automation-terms.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { counted, spelled } from "#app/lib/numbers.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Hatch, type HatchPattern } from "#app/ui/drawings/hatch.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./home.module.css";

const looks: Record<(typeof gridCategories)[number], { pattern: HatchPattern; text: string }> = {
  "Marketing & Demand Generation": {
    pattern: "diagonal",
    text: "Campaign response, scoring, content, social and attribution.",
  },
  "Revenue Operation": {
    pattern: "cross",
    text: "Lead capture, research, routing, proposals, forecasts and handoff.",
  },
  "Customer Lifecycle": { pattern: "stipple", text: "Onboarding, ticket routing, churn signals and feedback." },
  "Operations & Finance": {
    pattern: "horizontal",
    text: "Approvals, billing handoffs and reporting.",
  },
};

/** The four areas of the grid with the number of drawings in each; an area without drawings says what it offers instead. */
export function Areas() {
  return (
    <Section
      tag="Fig. 04"
      title={`${capitalized(spelled(gridCategories.length))} areas, ${automationCount()}`}
      size="t1"
      aside="Each area has its own hatching."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard */}
      <ul className={css.areas} tabIndex={0} aria-label={`The ${spelled(gridCategories.length)} areas`}>
        {gridCategories.map((category) => {
          const count = catalog().shown.filter((automation) => automation.category === category).length;
          return (
            <li key={category}>
              <a href={`/automation-grid?filter=${encodeURIComponent(category)}`}>
                <Hatch pattern={looks[category].pattern} />
                <h3 className="t3">{category}</h3>
                <p className="small">{looks[category].text}</p>
                <p className="small num">{count > 0 ? counted(count, "automation") : "Through your analysis"}</p>
                <Icon name="arrow" />
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
