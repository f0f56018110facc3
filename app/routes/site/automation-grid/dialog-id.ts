/** Of the one dialog of the grid. app/behaviors/automation-grid.ts opens it by this id. */
export const drawingDialogId = "drawing";
