import type { IdFilter } from "#app/features/analytics/reports/report-sql.ts";
import type { FunnelBreakdown, FunnelOrder } from "../funnel-definition.ts";
import type { People } from "./people.server.ts";
import type { StepConditions } from "./step-conditions.server.ts";

/** A funnel in a period with everything resolved to ids, from which each store makes its statements. */
export type FunnelQuery = People & {
  conditions: StepConditions;
  /** Numbers of steps from 0, in order. */
  required: readonly number[];
  optional: readonly number[];
  order: FunnelOrder;
  windowHours: number;
  start: Date;
  end: Date;
  /** The end of the window of a visitor who starts at `end`. */
  until: Date;
  /** Select the sessions that can start the funnel: those with a matching visit since `filteredFrom`. */
  filters: readonly IdFilter[];
  filteredFrom: Date;
  acceptedRules: readonly number[];
  revenueTypes: readonly number[];
  breakdown: FunnelBreakdown | null;
};
