import { type ReactNode, useEffect } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import css from "./wizard-foot.module.css";

export const stepForm = "wizard-step";

/** Back and Continue; Control or Command with Enter continues. Back is a separate form, so that Enter continues. */
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
  useEffect(() => {
    const goOn = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      const form = document.getElementById(stepForm);
      if (form instanceof HTMLFormElement) form.requestSubmit();
    };
    window.addEventListener("keydown", goOn);
    return () => window.removeEventListener("keydown", goOn);
  }, []);
  return (
    <footer className={`ruled sheet-surface ${css.foot}`}>
      <div className={`wrap line middle gap-100 ${css.bar}`}>
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
        <p className={`small ${css.note}`}>
          {note} <kbd className={`note nowrap framed rounded ${css.keys}`}>Ctrl + Enter</kbd>
        </p>
        <Button
          type="submit"
          form={stepForm}
          variant="primary"
          forward
          busy={busy}
          busyText={busyText}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className={css.go}
        >
          {action}
        </Button>
      </div>
    </footer>
  );
}
