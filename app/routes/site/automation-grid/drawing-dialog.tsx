import { gridPath } from "#app/features/content/automation-grid.ts";
import { DialogShell } from "#app/ui/dialog.tsx";
import { drawingDialogId } from "./dialog-id.ts";
import css from "./drawing-dialog.module.css";
import { Ask } from "./drawing-parts.tsx";
import { workflowBand } from "./workflow.tsx";

/**
 * The dialog in which the grid's behavior shows a drawing: the frame at once, with what the card knows, the rest from the
 * drawing's page. Closed and empty as it is served; its state is an attribute that the behavior sets.
 */
export const DrawingDialog = () => (
  <DialogShell
    id={drawingDialogId}
    size="wide"
    title="Automation"
    strip={<div className={css.strip} data-part="strip" />}
    aside={
      <>
        <div data-part="aside" />
        <Ask />
      </>
    }
    foot={<div className={workflowBand} data-part="foot" />}
  >
    <p className={`lede ${css.lede}`} data-part="lede" />
    <p className={css.waiting} role="status">
      Fetching the drawing …
    </p>
    <p className={css.failed} role="alert">
      The drawing could not be fetched.{" "}
      <a href={gridPath} data-page="">
        Open it as a page
      </a>
      , or close this and try again.
    </p>
    <div data-part="main" />
  </DialogShell>
);
