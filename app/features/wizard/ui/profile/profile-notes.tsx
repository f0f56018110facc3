import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { currentModel, isRegulated } from "#app/features/roi/inputs/parameters.ts";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import css from "./profile-notes.module.css";

export function ProfileNotes({ company }: { company: DraftInput["company"] }) {
  const { score, regulated, countedHoursPerEmployee, plausible, weeks } = currentModel;
  const people = company?.employees;
  return (
    <aside className={`card ${css.notes}`} aria-labelledby="profile-notes">
      <h2 className="t4" id="profile-notes">
        What these answers set
      </h2>
      <dl>
        <div>
          <dt className="muted">Employees</dt>
          <dd className="ui-size lh-145">
            {people
              ? `At ${formatNumber(people)} people at most ${formatNumber(people * countedHoursPerEmployee)} manual hours a week are counted.`
              : `At most ${countedHoursPerEmployee} manual hours per person and week are counted.`}
          </dd>
        </div>
        <div>
          <dt className="muted">Annual revenue</dt>
          <dd className="ui-size lh-145">
            Only a check: a yearly value above {plausible.shareOfRevenue * 100}% of it is flagged.
          </dd>
        </div>
        <div>
          <dt className="muted">Industry</dt>
          <dd className="ui-size lh-145">
            {company?.industry && isRegulated(company.industry)
              ? `Regulated: ${percentOff(regulated.automatable)}% less can be automated, the build costs ${percentOn(regulated.price)}% more.`
              : "Healthcare and Finance are regulated: less can be automated, and the build costs more."}
          </dd>
        </div>
        <div>
          <dt className="muted">Focus and outcome</dt>
          <dd className="ui-size lh-145">
            {score.fit} of 100 points when automations are ranked. They do not change the figures.
          </dd>
        </div>
        <div>
          <dt className="muted">Cost per hour</dt>
          <dd className="ui-size lh-145">
            {company?.hourlyCost
              ? `One hour a week is ${formatUsd(company.hourlyCost * weeks)} over ${weeks} weeks.`
              : "Every saved hour is multiplied by it."}
          </dd>
        </div>
      </dl>
    </aside>
  );
}

const percentOff = (factor: number) => Math.round((1 - factor) * 100);
const percentOn = (factor: number) => Math.round((factor - 1) * 100);
