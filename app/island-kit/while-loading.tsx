import { Button } from "#app/ui/button.tsx";
import css from "./while-loading.module.css";

/**
 * Put it beside a button of an island that may be pressed before the island is alive. It shows only while such a press is
 * held, or when the code could not be fetched; the kit sets `data-waiting` and `data-failed` around it.
 */
export const WhileLoading = () => (
  <>
    <p className={css.waiting}>One moment: the form is still loading. Your click counts.</p>
    <p className={css.failed}>This part could not be loaded. Check your connection, then press again.</p>
  </>
);

/**
 * The body of a dialog shell before its form is there: what is coming, or that it could not be fetched (`isLost`), with a
 * button that tries again. While the island sleeps, the kit fetches it at a press of that button.
 */
export const ShellWhileLoading = ({ isLost = false, onRetry }: { isLost?: boolean; onRetry?: () => void }) => (
  <div data-failed={isLost ? "" : undefined}>
    <p className={css.coming}>Loading...</p>
    <div className={css.failed} role="alert">
      <p>This part could not be loaded. Check your connection.</p>
      <p className={css.ways}>
        <Button size={40} onClick={onRetry}>
          Try Again
        </Button>
      </p>
    </div>
  </div>
);
