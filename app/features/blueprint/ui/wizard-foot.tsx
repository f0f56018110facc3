import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import css from "./wizard-foot.module.css";

/** The id of the form that the button at the right of the foot submits. */
export const stepForm = "wizard-step";

/**
 * Back and onward, always in sight. Back is a form of its own, so that Enter in a field means onward and a click that comes
 * before the scripts is not lost.
 */
export function WizardFoot({
  onBack,
  note,
  action,
  busy,
  busyText,
}: {
  onBack: () => void;
  note: ReactNode;
  action: string;
  busy?: boolean;
  busyText?: string;
}) {
  return (
    <footer className={css.foot}>
      <div className={`wrap ${css.bar}`}>
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            onBack();
          }}
        >
          <Button type="submit" icon="back">
            Back
          </Button>
        </form>
        <p className={`small ${css.note}`}>{note}</p>
        <Button
          type="submit"
          form={stepForm}
          variant="primary"
          forward
          busy={busy}
          busyText={busyText}
          className={css.go}
        >
          {action}
        </Button>
      </div>
    </footer>
  );
}
