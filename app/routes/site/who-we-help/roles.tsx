import { automationPath } from "#app/features/content/automations/automation-grid.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { isShown } from "#app/features/content/automations/hidden.ts";
import { clientRoles } from "#app/features/content/pages/ideal-client.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { spelled } from "#app/lib/numbers.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./roles.module.css";

const titleOf = new Map(automations.map(({ id, title }) => [id, title]));

/** The same firm seen from four desks. */
export function Roles() {
  return (
    <Section
      surface="sheet"
      title={`${capitalized(spelled(clientRoles.length))} roles, ${spelled(clientRoles.length)} questions`}
      size="t1"
      aside="The figures are the same for everyone. The questions they answer differ by role."
    >
      <ul className={`grid ruled ${css.roles}`}>
        {clientRoles.map(({ role, week, answer, first }) => (
          <li className="grid" key={role}>
            <h3 className="t2">{role}</h3>
            <div>
              <h4 className="note">What fills the week</h4>
              <p className="prose">{week}</p>
            </div>
            <div>
              <h4 className="note">What the analysis tells you</h4>
              <p className="prose">{answer}</p>
            </div>
            {first.some(isShown) && (
              <div>
                <h4 className="note">Where to start</h4>
                <ul className={`grid gap-60 ${css.first}`}>
                  {first.filter(isShown).map((id) => (
                    <li className="baseline smaller" key={id}>
                      <DrawingNumber>{id}</DrawingNumber>
                      <a href={automationPath(id)}>{titleOf.get(id)}</a>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
