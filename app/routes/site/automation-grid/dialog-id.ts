/** Of the one dialog of the grid. app/behaviours/automation-grid.ts opens it by this id. */
export const drawingDialogId = "drawing";
