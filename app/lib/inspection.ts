/** What can be seen of open developer tools, and what each sign counts for (spec: inspection). */
export type InspectionSigns = {
  /** Larger of the differences between the window's outer and inner width and height, px. */
  windowGapPx: number;
  /** How long a debugger statement held the page, ms. */
  debuggerMs: number;
  hasFirebug: boolean;
  /** Something read what was only written to the console. */
  isInspected: boolean;
};

export const inspectionAlert = 90;

/** @example inspectionScore({ windowGapPx: 300, debuggerMs: 150, hasFirebug: false, isInspected: true }) // 100 */
export const inspectionScore = ({ windowGapPx, debuggerMs, hasFirebug, isInspected }: InspectionSigns): number =>
  (windowGapPx > 250 ? 30 : 0) + (debuggerMs > 100 ? 40 : 0) + (hasFirebug ? 20 : 0) + (isInspected ? 30 : 0);
