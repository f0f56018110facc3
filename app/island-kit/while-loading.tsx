import css from "./while-loading.module.css";

/**
 * Put it beside a button of an island that may be pressed before the island is alive. It shows only while such a press is
 * held, or when the code could not be fetched; the kit sets `data-waiting` and `data-failed` around it.
 */
export const WhileLoading = () => (
  <>
    <p className={css.waiting}>One moment: the form is still loading. Your press counts.</p>
    <p className={css.failed}>This part could not be loaded. Check your connection, then press again.</p>
  </>
);

/** The body of a dialog shell before its form is there: what is coming, or that it could not be fetched (`isLost`). */
export const ShellWhileLoading = ({ isLost = false }: { isLost?: boolean }) => (
  <div data-failed={isLost ? "" : undefined}>
    <p className={css.coming}>Loading...</p>
    <p className={css.failed}>This part could not be loaded. Check your connection, then press again.</p>
  </div>
);
