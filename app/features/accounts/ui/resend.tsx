import { useEffect, useState } from "react";
import css from "./form.module.css";

/** A minute must lie between two mails; the server counts it, too. */
const pauseSeconds = 60;

/** Asks for the mail again, once the pause is over; a new `round` starts another. */
export function Resend({
  round,
  busy,
  onResend,
}: {
  /** Changes whenever a mail has been sent. */
  round: number;
  busy: boolean;
  onResend: () => void;
}) {
  const [left, setLeft] = useState(pauseSeconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail starts the pause anew
  useEffect(() => {
    setLeft(pauseSeconds);
    const clock = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(clock);
  }, [round]);
  if (left > 0)
    return (
      <span>
        send another in <span className="num">{clockText(left)}</span>.
      </span>
    );
  return (
    <button type="button" className={css.plain} onClick={onResend} disabled={busy}>
      send another mail
    </button>
  );
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
