import type { FunnelBreakdown, FunnelOrder } from "../funnel-definition.ts";
import type { IdFilter } from "../reports/report-sql.ts";
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

/** How a store writes what differs. Arrays contain doubles and start at 1. */
export type FunnelDialect = {
  tables: Readonly<Record<"visit" | "view" | "hit", string>>;
  /** Whether visits name the first session of their client on the day. */
  knowsVisitors: boolean;
  time(at: Date): string;
  isNone(id: string): string;
  /** Whether a list of ids has one of these. */
  hasAny(list: string, ids: readonly number[]): string;
  isEmptyList(list: string): string;
  /** A query of the sessions of visitors; `isCounted` is about `s`. */
  sessions(isCounted: string): string;
  /** Microseconds since 1970, a double. */
  micros(at: string): string;
  timeOfMicros(micros: string): string;
  real(value: string): string;
  hasBit(bits: string, mask: number): string;
  array(...values: string[]): string;
  emptyArray: string;
  joined(...arrays: string[]): string;
  /** Without the first value. */
  rest(array: string): string;
  isEmpty(array: string): string;
  least(...values: string[]): string;
  median(value: string, condition: string): string;
  /** Rows of whole numbers with these column names. */
  values(columns: readonly string[], rows: readonly (readonly number[])[]): string;
};
