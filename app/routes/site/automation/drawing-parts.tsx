import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import { NoteMark } from "#app/shell/site/note-mark.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { RangeBar } from "#app/ui/drawings/range-bar.tsx";
import type { Drawing } from "./drawing-data.ts";
import css from "./drawing-parts.module.css";

/*
 * A drawing in its parts. The drawing's own page lays them out, and the dialog of the grid takes them from there by
 * `data-part`; both frames have the same columns. Headings begin at level 3, under the title or the area.
 */

export const Overview = ({ drawing }: { drawing: Drawing }) => <>{drawing.fullDescription}</>;

export function HowItWorks({ drawing }: { drawing: Drawing }) {
  const { trigger, keyActions, outcome, failure, businessImpact } = drawing;
  return (
    <>
      <h3 className="t4">How It Works</h3>
      <ol className={`grid top-75 soft ruled ui-size lh-145 ${css.how}`}>
        <li className={css.stage}>
          <p className="note">1 Trigger</p>
          <p>{trigger}</p>
        </li>
        <li className={css.stage}>
          <p className="note">2 Actions</p>
          <ul className="grid gap-50">
            {keyActions.map((action) => (
              <li key={action} className={css.action}>
                {action}
              </li>
            ))}
          </ul>
        </li>
        <li className={css.stage}>
          <p className="note">3 Outcome</p>
          <p>{outcome}</p>
        </li>
      </ol>
      <div className={`smaller ${css.failure}`}>
        <h4 className={`smaller ${css.failureTitle}`}>If something fails</h4>
        <p>{failure}</p>
      </div>
      <h3 className="t4">
        Key Business Outcomes
        <NoteMark claim="outcomes" number={1} />
      </h3>
      <ul className={`grid gap-150 top-75 ruled ${css.outcomes}`}>
        {businessImpact.map(({ measure, meaning, origin }) => (
          <li key={meaning} className={css.impact}>
            <p className={`nowrap ${css.measure}`}>
              <Measure of={measure} />
            </p>
            <p className="small">
              {meaning} <span className="note">{origin}</span>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** "6-8 min" with its unit small, "100%" as it is. */
function Measure({ of }: { of: string }) {
  const [figure, unit] = of.split(" ");
  return (
    <>
      {figure} {unit && <span className="unit">{unit}</span>}
    </>
  );
}

export function Specification({ drawing }: { drawing: Drawing }) {
  const { effort, weeks, steps, decisions, hours, needs, kitTemplate, tools } = drawing;
  return (
    <>
      <h3 className="vh">Specification</h3>
      <dl className={`grid ui-size ${css.facts}`}>
        <dt className="muted">Build time</dt>
        <dd className="strong">about {weeks} weeks</dd>
        <dt className="muted">Effort</dt>
        <dd className="strong">{effort} of 5</dd>
        <dt className="muted">Steps</dt>
        <dd className="strong">
          {steps.length}, {decisions === 1 ? "one" : decisions} of them {decisions === 1 ? "a decision" : "decisions"}
        </dd>
        <dt className="muted">You need</dt>
        <dd className="strong">{needs}</dd>
        {kitTemplate && (
          <>
            <dt className="muted">In the kit</dt>
            <dd className="strong">
              <a href={kitTemplate.href}>{kitTemplate.name}</a>
            </dd>
          </>
        )}
      </dl>
      <h3 className={`t4 ${css.heading}`}>Hours it could return</h3>
      {hours.map(({ activity, work, low, expected, high }) => (
        <div key={activity} className={css.hours}>
          <p className="small">
            Of 100 h of {work}: <b>{expected}&nbsp;h</b> expected
          </p>
          <RangeBar
            low={low}
            expected={expected}
            high={high}
            to={100}
            label={`Of 100 hours of ${work}: low ${low}, expected ${expected}, high ${high}`}
            ends={[`${low} h low`, `${high} h high`]}
          />
        </div>
      ))}
      {hours.length > 0 ? (
        <p className="note top-75">
          For daily work in its own area. <a href="/assumptions">Return model {modelVersion}</a>
        </p>
      ) : (
        <p className="small top-75">
          We measure them with you: the <a href="/assumptions">return model</a> has no figures for this automation.
        </p>
      )}
      <h3 className={`t4 ${css.heading}`}>Tools in this example</h3>
      <ul className={`grid below-75 smaller ${css.tools}`}>
        {tools.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="note">Other tools of the same kind work as well.</p>
    </>
  );
}

/** Part of the frame, so it is there before the drawing is. */
export const Prices = () => (
  <>
    <p className={`top-175 ${css.prices}`}>
      <ButtonLink wide href="/pricing">
        See prices
      </ButtonLink>
    </p>
  </>
);
