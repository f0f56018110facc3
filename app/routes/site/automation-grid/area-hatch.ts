import type { Area } from "#app/features/content/automations/automation-terms.ts";
import type { HatchPattern } from "#app/ui/drawings/hatch.tsx";

export const areaHatch: Readonly<Record<Area, HatchPattern>> = {
  marketing: "diagonal",
  revenue: "cross",
  lifecycle: "stipple",
  operations: "horizontal",
};
