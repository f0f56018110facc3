import { automationPath, gridPath } from "#app/features/content/automations/automation-grid.ts";
import { landingPath } from "#app/shell/site/main-paths.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./action-bar.module.css";

type Neighbor = { id: string; title: string };
type Neighbors = { before?: Neighbor | undefined; after?: Neighbor | undefined };

/**
 * At the lower edge of the window or dialog, whatever part of an automation is in view: the ones before and after it, and
 * the request for it. On the grid's dialog the behavior sets the two links to the neighbors among the shown cards.
 */
export const ActionBar = ({ before, after, isAlone = false }: Neighbors & { isAlone?: boolean }) => (
  <div className={`cluster middle between ruled sheet-surface ${css.bar}`}>
    {!isAlone && (
      <nav className="line gap-50" aria-label="Other automations">
        <Step rel="prev" to={before} />
        <Step rel="next" to={after} />
      </nav>
    )}
    <ButtonLink variant="primary" href={landingPath} className={css.ask}>
      Automate This For My Business
    </ButtonLink>
  </div>
);

const Step = ({ rel, to }: { rel: "prev" | "next"; to: Neighbor | undefined }) => (
  <a
    className={`middle gap-60 framed rounded ui-size ${css.step}`}
    href={to ? automationPath(to.id) : gridPath}
    rel={rel}
    data-step-to={rel}
  >
    {rel === "prev" && <Icon name="back" />}
    <span>
      <span className="vh">{rel === "prev" ? "Previous: " : "Next: "}</span>
      <span className="note" data-id="">
        {to?.id}
      </span>{" "}
      <span className={css.title} data-title="">
        {to?.title}
      </span>
    </span>
    {rel === "next" && <Icon name="arrow" />}
  </a>
);
