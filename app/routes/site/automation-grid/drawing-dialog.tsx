import { gridPath } from "#app/features/content/automations/automation-grid.ts";
import { ActionBar } from "#app/routes/site/automation/action-bar.tsx";
import { Prices } from "#app/routes/site/automation/drawing-parts.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { DialogShell } from "#app/ui/dialogs/dialog.tsx";
import css from "./drawing-dialog.module.css";

/** Of the one dialog of the grid. app/behaviors/automation-grid.ts opens it by this id. */
const drawingDialogId = "drawing";

/**
 * The dialog in which the grid's behavior shows a drawing: the frame at once, with what the card knows, the rest from the
 * drawing's page. Closed and empty as it is served; its state is an attribute that the behavior sets.
 */
export const DrawingDialog = () => (
  <DialogShell
    id={drawingDialogId}
    size="wide"
    title="Automation"
    strip={<div className={`line middle gap-100 smaller soft ${css.strip}`} data-part="strip" />}
    aside={
      <>
        <div data-part="aside" />
        <Prices />
      </>
    }
    foot={
      <>
        <div data-part="foot" />
        <ActionBar />
      </>
    }
  >
    <p className={`lede ${css.lede}`} data-part="lede" />
    <p className={`hidden muted ${css.waiting}`} role="status">
      Loading the automation …
    </p>
    <div className={`hidden critical ${css.failed}`} role="alert">
      <p>The automation could not be loaded.</p>
      <p className="row">
        <Button size={40} data-again="">
          Try again
        </Button>
        <a href={gridPath} data-page="">
          Open it as a page
        </a>
      </p>
    </div>
    <div data-part="main" />
  </DialogShell>
);
