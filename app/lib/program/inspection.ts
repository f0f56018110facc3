/** Signs of open developer tools and their weights (spec: inspection). */
export type InspectionSigns = {
  /** The larger difference between the window's outer and inner width and height, px. */
  windowGapPx: number;
  debuggerMs: number;
  hasFirebug: boolean;
  /** A value that was only written to the console was read. */
  isInspected: boolean;
};

export const inspectionAlert = 90;

/** @example inspectionScore({ windowGapPx: 300, debuggerMs: 150, hasFirebug: false, isInspected: true }) // 100 */
export const inspectionScore = ({ windowGapPx, debuggerMs, hasFirebug, isInspected }: InspectionSigns): number =>
  (windowGapPx > 250 ? 30 : 0) + (debuggerMs > 100 ? 40 : 0) + (hasFirebug ? 20 : 0) + (isInspected ? 30 : 0);
