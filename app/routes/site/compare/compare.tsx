import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { prices } from "#app/features/content/prices.ts";
import { claimsIn } from "#app/features/content/rich-text.ts";
import { comparedQuestions, ownFirstYearUsd, waysCompared } from "#app/features/roi/wording/ways-compared.ts";
import { wholeUsd } from "#app/lib/money.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { MainAction } from "#app/shell/site/main-action.tsx";
import { Notes } from "#app/shell/site/note-mark.tsx";
import { claimNames, RichText } from "#app/shell/site/rich-text.tsx";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { BlueprintBand } from "#app/ui/drawings/blueprint-band.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { tableRoles } from "#app/ui/lists/table-roles.ts";
import { Section } from "#app/ui/sections/section.tsx";
import type { Route } from "./+types/compare";
import css from "./compare.module.css";

export const handle: PageHandle = { content: true };

export const meta = pageMeta("/compare");

export async function loader({ context }: Route.LoaderArgs) {
  return { target: await wizardTarget(context) };
}

const notes = claimNames(claimsIn(waysCompared.flatMap(({ answers }) => Object.values(answers))));

/** Four ways to automate revenue work, side by side. On narrow screens each way is a card. */
export default function Compare({ loaderData: { target } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Four ways to build it"
        lede="The free kit, a freelancer, a hire, or us. Each is the right choice for someone."
      />
      <Section
        title="Six questions, and who each option suits"
        aside="Underlined figures link to their origin. Effort is rated from 1 to 5 points per automation. Where we have no figure, we say so."
      >
        <table className={`ui-size lh-145 ${css.ways}`} {...tableRoles.table}>
          <caption className="vh">Four ways to automate revenue work</caption>
          <thead {...tableRoles.group}>
            <tr {...tableRoles.row}>
              <th scope="col" {...tableRoles.columnHead}>
                <span className="vh">Way</span>
              </th>
              {comparedQuestions.map((question) => (
                <th key={question} scope="col" {...tableRoles.columnHead}>
                  {question}
                </th>
              ))}
              <th scope="col" {...tableRoles.columnHead}>
                Best if
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.group}>
            {waysCompared.map(({ id, name, who, answers, goodWhen }) => (
              <tr key={id} {...tableRoles.row}>
                <th scope="row" {...tableRoles.rowHead}>
                  <span className={`block larger strong ${css.name}`}>{name}</span>
                  <span className="small">{who}</span>
                </th>
                {comparedQuestions.map((question) => (
                  <td key={question} {...tableRoles.cell} data-label={question}>
                    <div>
                      <RichText text={answers[question]} notes={notes} />
                    </div>
                  </td>
                ))}
                <td {...tableRoles.cell} data-label="Best if">
                  <div>{goodWhen}</div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="What a first year with us can cost" surface="sheet">
        <div className="g12">
          <p className={`prose ${css.sum}`}>
            A project at the top of the typical range, {wholeUsd(prices.projectTypicalToUsd)}, plus twelve months of the
            retainer (from {wholeUsd(prices.retainerFromUsdPerMonth)} a month) and the platform:{" "}
            {wholeUsd(ownFirstYearUsd())}. A hire does more than automation for the salary; a project ends. Which is
            cheaper for you depends on how much there is to automate, and the free analysis answers that first.
          </p>
          <p className={`num ${css.total}`}>
            {wholeUsd(ownFirstYearUsd())}
            <span className="block top-75 note">project, retainer and platform in the first year</span>
          </p>
        </div>
      </Section>
      <BlueprintBand>
        <h2 className="t1">First, find out whether it pays off.</h2>
        <MainAction target={target}>
          <ButtonLink href="/downloads">Get the free kit</ButtonLink>
        </MainAction>
      </BlueprintBand>
      <Notes of={notes} />
    </>
  );
}
