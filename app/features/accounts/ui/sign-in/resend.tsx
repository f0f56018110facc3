import { useEffect, useState } from "react";
import css from "../form.module.css";

/** The interval between two mails; the server enforces it. */
const pauseSeconds = 60;

/** A new `round` restarts the interval. */
export function Resend({ round, busy, onResend }: { round: number; busy: boolean; onResend: () => void }) {
  const [left, setLeft] = useState(pauseSeconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail restarts the interval
  useEffect(() => {
    setLeft(pauseSeconds);
    const clock = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(clock);
  }, [round]);
  if (left > 0)
    return (
      <>
        <span className={css.scripted}>
          send another in <span className="num">{clockText(left)}</span>.
        </span>
        <noscript>
          <button type="submit" name="resend" value="1" className={css.plain}>
            send another email
          </button>
        </noscript>
      </>
    );
  return (
    <button type="button" className={css.plain} onClick={onResend} disabled={busy}>
      send another email
    </button>
  );
}

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
