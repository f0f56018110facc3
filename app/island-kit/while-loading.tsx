import { Button } from "#app/ui/buttons/button.tsx";
import css from "./while-loading.module.css";

/**
 * For a button that may be clicked before its island is hydrated. Shown while such a click is held, or if the code could not be
 * loaded; the kit sets `data-waiting` and `data-failed` around it.
 */
export const WhileLoading = () => (
  <>
    <p className={css.waiting}>One moment: the form is still loading. Your click counts.</p>
    <p className={css.failed}>This part could not be loaded. Check your connection, then press again.</p>
  </>
);

/**
 * The body of a dialog shell before its form is loaded: a loading text, or (`isLost`) an error with a retry button. Before
 * hydration the kit retries on a click of that button.
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
