import { isShown } from "#app/features/content/automations/hidden.ts";
import { sheetCodes, sheetTitle } from "#app/features/content/blueprint-sheets.ts";
import { capitalized } from "#app/features/content/promises.ts";
import { spelled } from "#app/lib/numbers.ts";
import { DrawingNumber } from "#app/ui/drawings/drawing-number.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./familiar.module.css";

/** Common complaints of teams, each with the drawing that answers it: an automation of the grid or a sheet of the analysis. */
const painPoints = [
  {
    says: "A good lead waits until someone has time for it.",
    shows: "No one owns the first hour, so the first vendor to reply wins.",
    code: "S-03",
    answer: "Speed-to-Lead Routing",
  },
  {
    says: "We type the same customer data into three systems.",
    shows: "Reps spend the start of every day copying forms into the CRM, and each copy is a little different.",
    code: "S-01",
    answer: "Lead Capture to CRM",
  },
  {
    says: "Follow-up stops when someone goes on vacation.",
    shows: "Deals go quiet because the reminder was in one person's head.",
    code: "S-07",
    answer: "Follow-Up That Stops on Reply",
  },
  {
    says: "Monday mornings go to the forecast spreadsheet.",
    shows: "Four people reconcile numbers that no one quite believes on Tuesday.",
    code: "S-06",
    answer: "Pipeline Forecast & Deal Summaries",
  },
  {
    says: "The customer had been unhappy for weeks. We found out at renewal.",
    shows: "Tickets, usage and invoices all showed it, in three different places.",
    code: "CS-03",
    answer: "Proactive Churn Prediction",
  },
  {
    says: "We pay for two tools that do the same job.",
    shows: "Each team bought its own, and they renew in different months.",
    code: sheetCodes.tools,
    answer: `${sheetTitle(sheetCodes.tools)}, in your analysis`,
  },
  {
    says: "Everyone has ideas for automation. No one knows what to do first.",
    shows: "The loudest request gets built, and no one ever measures what it saves.",
    code: sheetCodes.opportunities,
    answer: `${sheetTitle(sheetCodes.opportunities)}, in your analysis`,
  },
] as const;

export function Familiar() {
  const shown = painPoints.filter(({ code }) => isShown(code));
  return (
    <Section
      title="Does This Sound Familiar?"
      size="t1"
      aside={`${capitalized(spelled(shown.length))} signs, and what fixes each.`}
    >
      <ul className={css.list}>
        {shown.map(({ says, shows, code, answer }) => (
          <li className="grid baseline" key={code}>
            <h3 className={css.says}>“{says}”</h3>
            <PhoneDetails more="What happens, and what fixes it" row>
              <div className={`grid baseline ${css.more}`}>
                <p className="small">{shows}</p>
                <p className={`grid baseline gap-50 ${css.answer}`}>
                  <DrawingNumber>{code}</DrawingNumber>
                  <span className="small">{answer}</span>
                </p>
              </div>
            </PhoneDetails>
          </li>
        ))}
      </ul>
    </Section>
  );
}
