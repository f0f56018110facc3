import { isShown } from "#app/features/content/automations/hidden.ts";
import { firmName } from "#app/lib/firm.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { HeroArc } from "#app/ui/drawings/arc.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import css from "./home.module.css";
import { numberOf } from "./notes.ts";

/** Five automations in the order in which a lead meets them; the codes are their permanent numbers. */
const stages = [
  { name: "Capture", code: "S-01" },
  { name: "Research", code: "S-02" },
  { name: "Route", code: "S-03" },
  { name: "Propose", code: "S-04" },
  { name: "Hand off", code: "S-08" },
];

export function Hero({ target }: { target: string }) {
  return (
    <BlueprintBand plain className={css.hero}>
      <div className="wrap g12">
        <div className={css.heroText}>
          <h1 className="hero-t">
            Draw the <span className={css.oneLine}>revenue plan.</span>{" "}
            <span className={css.oneLine}>Then automate it.</span>
          </h1>
          <p className="lede">
            {firmName()} looks at how your firm finds, wins and keeps customers, then names the automations worth
            building, each with hours and dollars. Together they could save 20-40 hours per week
            <NoteMark claim="hoursHome" number={numberOf("hoursHome")} />.
          </p>
          <MainAction target={target}>
            <ButtonLink href="/automation-grid">See the Automation Grid</ButtonLink>
          </MainAction>
        </div>
        <figure className={css.heroDrawing}>
          <HeroArc
            label="The path from lead to revenue: five automated steps (capture, research, route, propose, hand off) on an arc around one customer record."
            stages={stages.map((stage) => (isShown(stage.code) ? stage : { ...stage, code: "" }))}
            inner={["Follow up", "Onboard", "Renew"]}
            measure={{ name: "Could save", value: "20-40 h/wk" }}
            center="One customer record"
            base="Lead to revenue"
          />
          <figcaption className="vh">Fig. 01. Lead to revenue</figcaption>
        </figure>
      </div>
    </BlueprintBand>
  );
}
