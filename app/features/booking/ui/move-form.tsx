import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import css from "./scheduler/scheduler.module.css";

export function MoveForm({ failure, onMove }: { failure: string | null; onMove: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await onMove();
    setBusy(false);
  }
  return (
    <form method="post" className={`grid gap-125 ${css.form}`} onSubmit={submit} aria-label="Move the call">
      <FormFailure text={failure} />
      <p className="small">You both get an email, and the event in your calendar moves, too.</p>
      <Button type="submit" variant="primary" busy={busy} busyText="Moving…">
        Move the Call
      </Button>
    </form>
  );
}
