import { useState } from "react";
import type { ProcessText } from "#app/features/wizard/answers/process-text.ts";
import type { ColleagueView } from "#app/features/wizard/colleagues/answers.server.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";
import { ProcessRow } from "../processes/process-row.tsx";
import css from "./help-page.module.css";

type View = Extract<ColleagueView, { part: "process" }>;

export function ProcessAnswersForm({ view, action }: { view: View; action: string }) {
  const [row, setRow] = useState<ProcessText>({
    key: "answers",
    ...view.typed,
    ...(view.isAssumed && { assumed: true }),
  });
  return (
    <form method="post" action={action} className="grid gap-150 shrinks" aria-label="The process">
      <input type="hidden" name="part" value="process" />
      <input type="hidden" name="shown" value={JSON.stringify(view.shown)} />
      <p className="small">Hours are the weekly average per person, however often the work comes up.</p>
      <div className={`card ${css.sheet}`}>
        <ProcessRow
          isNamed
          row={row}
          number={1}
          isTypical={false}
          errors={view.errors}
          onChange={(field, typed) => setRow((now) => ({ ...now, [field]: typed }))}
          onLeave={() => undefined}
        />
      </div>
      {view.isAssumed && (
        <CheckField
          name="confirms_hours"
          value="yes"
          label="The hours and people are right"
          hint="They are typical values so far. Select this, or enter your own."
        />
      )}
      <div>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
