import type { CallLengths } from "#app/features/booking/availability/calendar.server.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { type WayId, wayQuestions, waysWith } from "#app/features/content/pricing.ts";
import { bookLink, offersFreeCall } from "#app/lib/offered-calls.ts";
import { landingPath, wizardPath } from "#app/shell/site/main-paths.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { tableRoles } from "#app/ui/lists/table-roles.ts";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./ways.module.css";

type Act = { label: string; href: string };

/** The payment belongs to an analysis, so without one its button leads there first. */
const actions = (hasAnalysis: boolean): Record<WayId, Act> => ({
  call: bookLink("unlock", { label: "Book the call" }),
  unlock: hasAnalysis
    ? { label: "Unlock from your analysis", href: wizardPath }
    : { label: "Start with an Analysis", href: landingPath },
  implementation: hasAnalysis
    ? { label: "Talk to an architect", href: "/contact" }
    : { label: "Start with an Analysis", href: landingPath },
});

/**
 * One row for each way. On wide screens the rows stand as columns side by side, on narrow ones as cards; the roles are said
 * outright, because CSS that moves rows takes them away.
 */
export function Ways({ hasAnalysis, calls }: { hasAnalysis: boolean; calls: CallLengths }) {
  const act = actions(hasAnalysis);
  return (
    <Section
      surface="sheet"
      tag={sheetCodes.fullBlueprint}
      title={`${offersFreeCall() ? "Three" : "Two"} ways to the full blueprint`}
      size="t1"
      aside="The analysis says what to build. The full blueprint says how."
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard */}
      <table className={`ui-size lh-145 ${css.ways}`} {...tableRoles.table} tabIndex={0}>
        <caption className="vh">Ways to access the full blueprint</caption>
        <thead {...tableRoles.group}>
          <tr {...tableRoles.row}>
            <th scope="col" {...tableRoles.columnHead}>
              <span className="vh">Way and price</span>
            </th>
            {wayQuestions.map((question) => (
              <th key={question} scope="col" {...tableRoles.columnHead}>
                {question}
              </th>
            ))}
            <th scope="col" {...tableRoles.columnHead}>
              <span className="vh">Next step</span>
            </th>
          </tr>
        </thead>
        <tbody {...tableRoles.group}>
          {waysWith(calls).map(({ id, name, price, terms, answers }) => (
            <tr key={id} {...tableRoles.row} className={classNames(id === "call" && css.recommended)}>
              <th scope="row" {...tableRoles.rowHead}>
                <span className={`cluster middle larger strong ${css.name}`}>
                  {name} {id === "call" && <Badge kind="trace">Recommended</Badge>}
                </span>
                <span className={`block ${css.price}`}>
                  {price} <small className="ui-size weight-400 muted">{terms}</small>
                </span>
              </th>
              {wayQuestions.map((question) => (
                <td key={question} {...tableRoles.cell} data-label={question}>
                  {answers[question]}
                </td>
              ))}
              <td {...tableRoles.cell} className={css.act}>
                <ButtonLink href={act[id].href} size={40} variant={id === "call" ? "primary" : "secondary"}>
                  {act[id].label}
                </ButtonLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
