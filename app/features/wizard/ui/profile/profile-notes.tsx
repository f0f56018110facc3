import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { currentModel, isRegulated } from "#app/features/roi/inputs/parameters.ts";
import { formatUsd } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import css from "./profile-notes.module.css";

export function ProfileNotes({ company }: { company: DraftInput["company"] }) {
  const { score, regulated, countedHoursPerEmployee, plausible, weeks } = currentModel;
  const people = company?.employees;
  return (
    <aside className={`card sticky ${css.notes}`} aria-labelledby="profile-notes">
      <h2 className="t4" id="profile-notes">
        What these answers set
      </h2>
      <dl>
        <div>
          <dt>Employees</dt>
          <dd>
            {people
              ? `At ${formatNumber(people)} people at most ${formatNumber(people * countedHoursPerEmployee)} manual hours a week are counted.`
              : `At most ${countedHoursPerEmployee} manual hours per person and week are counted.`}
          </dd>
        </div>
        <div>
          <dt>Annual revenue</dt>
          <dd>Only a check: a yearly value above {plausible.shareOfRevenue * 100}% of it is flagged.</dd>
        </div>
        <div>
          <dt>Industry</dt>
          <dd>
            {company?.industry && isRegulated(company.industry)
              ? `Regulated: ${percentOff(regulated.automatable)}% less can be automated, the build costs ${percentOn(regulated.price)}% more.`
              : "Healthcare and Finance are regulated: less can be automated, and the build costs more."}
          </dd>
        </div>
        <div>
          <dt>Focus and outcome</dt>
          <dd>{score.fit} of 100 points when automations are ranked. They do not change the figures.</dd>
        </div>
        <div>
          <dt>Cost per hour</dt>
          <dd>
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
